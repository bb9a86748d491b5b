package com.example.phone;

import android.app.Activity;
import android.app.ActivityThread;
import android.app.Application;
import android.content.ContextWrapper;
import android.hardware.display.DisplayManagerGlobal;
import android.os.Bundle;
import android.os.IBinder;
import android.os.SystemClock;
import android.util.ArrayMap;
import android.view.Display;
import android.view.Window;
import android.view.WindowManager;
import com.android.internal.policy.PhoneWindow;
import com.android.internal.policy.ScreenDecor;
import java.lang.reflect.Proxy;

/** The app's Application and its one Activity with a window, as ActivityThread keeps and drives them. On the main thread. */
final class Screen {
    private static final String RECORD = "android.app.ActivityThread$ActivityClientRecord";

    private static final String SHOW = "show ", LINGER = "linger ";
    private static final int LINGERS_MS = 120;

    /** Class of the activity in front, or null. */
    private static String inFront;

    private final Application application = new Application();
    private final Activity activity = (Activity) Made.without(Class.forName(System.getProperty("phone.activity", "android.app.Activity")));
    private final ScreenDecor decor = Made.without(ScreenDecor.class);
    private final ArrayMap<IBinder, Object> records = new ArrayMap<>(4);
    /** Without it the window's manager throws. Read on several threads. */
    private volatile Display displayed;
    private final Object record = Made.without(Class.forName(RECORD));
    private final Frames frames = new Frames(decor);
    private final ShownFragments fragments = new ShownFragments(activity);

    /** The process is bound to its application: from now on it is the current one. */
    Screen() throws ReflectiveOperationException {
        Window window = Made.without(PhoneWindow.class);
        Made.set(PhoneWindow.class, window, "mDecor", decor);
        Made.set(Window.class, window, "mWindowManager", windowManager());
        Made.set(Activity.class, activity, "mWindow", window);
        Made.set(ContextWrapper.class, application, "mBase", new NoServices());
        ActivityThread thread = Made.without(ActivityThread.class);
        Made.set(ActivityThread.class, thread, "mInitialApplication", application);
        Made.set(ActivityThread.class, thread, "mActivities", records);
        Made.set(ActivityThread.class, null, "sCurrentActivityThread", thread);
    }

    /** Null where there are only the looper's classes. */
    static Screen of() {
        try {
            Class.forName("android.app.Application");
        } catch (ClassNotFoundException alone) {
            return null;
        }
        try {
            return new Screen();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static String inFront() {
        return inFront;
    }

    /** @param step as in Activity's onStart, without "on", or `show` with fragments, or `linger` with them, which takes its time */
    void go(String step) throws ReflectiveOperationException {
        if (step.startsWith(SHOW)) {
            fragments.show(step.substring(SHOW.length()));
            return;
        }
        if (step.startsWith(LINGER)) {
            fragments.show(step.substring(LINGER.length()));
            SystemClock.sleep(LINGERS_MS);
            return;
        }
        switch (step) {
            case "create":
                Made.set(record.getClass(), record, "activity", activity);
                is(true, true);
                records.put(null, record);
                Made.method(Application.class, "dispatchActivityCreated", Activity.class, Bundle.class).invoke(application, activity, null);
                return;
            case "start":
                is(true, false);
                frames.start();
                notify("Started");
                return;
            case "resume":
                is(false, false);
                inFront = activity.getClass().getName();
                notify("Resumed");
                return;
            case "pause":
                is(true, false);
                inFront = null;
                notify("Paused");
                return;
            case "stop":
                is(true, true);
                frames.stop();
                notify("Stopped");
                return;
            case "destroy":
                records.clear();
                notify("Destroyed");
                return;
            case "fillQueue":
                frames.fillQueue();
                return;
            case "forgetDisplay":
                displayed = null;
                return;
            case "repeat":
                frames.repeat();
                return;
            case "reconfigure":
                Made.set(Activity.class, activity, "mChangingConfigurations", true);
                for (String each : new String[] {"pause", "stop"}) go(each);
                Made.set(Activity.class, activity, "mChangingConfigurations", false);
                for (String each : new String[] {"start", "resume"}) go(each);
                return;
            default:
                throw new IllegalArgumentException(step);
        }
    }

    /** How many hear of the window's frames, and of the activity. */
    String listeners() throws ReflectiveOperationException {
        return decor.listeners() + " " + ((java.util.List<?>) Made.get(application, "mActivityLifecycleCallbacks")).size();
    }

    /** There is no system server. */
    private static final class NoServices extends ContextWrapper {
        NoServices() {
            super(null);
        }

        @Override
        public Object getSystemService(String name) {
            return null;
        }
    }

    private void is(boolean paused, boolean stopped) throws ReflectiveOperationException {
        Made.set(record.getClass(), record, "paused", paused);
        Made.set(record.getClass(), record, "stopped", stopped);
    }

    private void notify(String what) throws ReflectiveOperationException {
        Made.method(Application.class, "dispatchActivity" + what, Activity.class).invoke(application, activity);
    }

    private WindowManager windowManager() throws ReflectiveOperationException {
        Display display = Made.without(Display.class);
        displayed = display;
        Made.set(Display.class, display, "mGlobal", DisplayManagerGlobal.getInstance());
        Made.set(Display.class, display, "mDisplayInfo", DisplayManagerGlobal.getInstance().getDisplayInfo(0));
        // Since Android 12 each has its own.
        try {
            Made.set(Display.class, display, "mLock", new Object());
        } catch (NoSuchFieldException older) {
            // The display is its own lock.
        }
        Class<?>[] types = {WindowManager.class};
        return (WindowManager) Proxy.newProxyInstance(Screen.class.getClassLoader(), types, (proxy, method, arguments) -> {
            if (method.getName().equals("getDefaultDisplay") && displayed != null) return displayed;
            throw new UnsupportedOperationException(method.getName());
        });
    }
}
