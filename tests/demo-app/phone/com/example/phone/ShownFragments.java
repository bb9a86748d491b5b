package com.example.phone;

import android.app.Activity;
import android.view.View;
import android.view.ViewParent;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * The fragments of an activity, in the fields of the real classes: the framework's own, and AndroidX' if the activity is one of its
 * FragmentActivity. Resumed and shown, without the transactions that would make them so.
 */
final class ShownFragments {
    private static final String ANDROID_X = "androidx.fragment.app.";
    private static final int LAID_OUT = 4;
    private static final int SIDE = 1000;

    private final List<Object> framework = new ArrayList<>();
    /** Null without AndroidX. */
    private final List<Object> androidX;

    ShownFragments(Activity activity) throws ReflectiveOperationException {
        Object manager = Made.without(Class.forName("android.app.FragmentManagerImpl"));
        Made.set(manager.getClass(), manager, "mAdded", framework);
        give(Activity.class, activity, "android.app.", "android.app.Activity$HostCallbacks", manager);
        Class<?> type = activity.getClass();
        while (type != Activity.class && !type.getName().equals(ANDROID_X + "FragmentActivity")) type = type.getSuperclass();
        androidX = type == Activity.class ? null : new ArrayList<>();
        if (androidX != null) give(type, activity, ANDROID_X, ANDROID_X + "FragmentActivity$HostCallbacks", androidXManager(androidX));
    }

    /**
     * @param written classes by commas, each over those before; `A>B` has B in it, as large, or smaller than half as `A>B*`. A
     *     class `-A` is hidden.
     */
    void show(String written) throws ReflectiveOperationException {
        framework.clear();
        if (androidX != null) androidX.clear();
        for (String each : written.split(",")) {
            if (each.isEmpty()) continue;
            List<Object> shown = each.contains(ANDROID_X) ? androidX : framework;
            String[] names = each.split(">");
            Object outer = made(names[0]);
            shown.add(outer);
            if (!each.contains(ANDROID_X)) continue;
            List<Object> within = new ArrayList<>();
            Made.set(Class.forName(ANDROID_X + "Fragment"), outer, "mChildFragmentManager", androidXManager(within));
            if (names.length > 1) within.add(made(names[1]));
        }
    }

    private static Object made(String written) throws ReflectiveOperationException {
        boolean isHidden = written.startsWith("-"), isSmall = written.endsWith("*");
        String name = written.substring(isHidden ? 1 : 0, written.length() - (isSmall ? 1 : 0));
        Class<?> base = Class.forName((name.startsWith(ANDROID_X) ? ANDROID_X : "android.app.") + "Fragment");
        Object fragment = Made.without(Class.forName(name));
        // Attached: any host will do.
        Made.set(base, fragment, "mHost", Made.without(Class.forName(name.startsWith(ANDROID_X) ? ANDROID_X + "FragmentActivity$HostCallbacks" : "android.app.Activity$HostCallbacks")));
        Made.set(base, fragment, "mState", Made.constant(base.getName(), "RESUMED"));
        Made.set(base, fragment, "mAdded", true);
        Made.set(base, fragment, "mHidden", isHidden);
        Made.set(base, fragment, "mView", view(isSmall ? SIDE / 2 : SIDE));
        // Those within AndroidX' are asked for, too.
        if (base.getName().startsWith(ANDROID_X)) Made.set(base, fragment, "mChildFragmentManager", androidXManager(new ArrayList<>()));
        return fragment;
    }

    private static View view(int side) throws ReflectiveOperationException {
        View view = Made.without(View.class);
        Made.set(View.class, view, "mRight", side);
        Made.set(View.class, view, "mBottom", side);
        Made.set(View.class, view, "mPrivateFlags3", LAID_OUT);
        // A view is shown below a parent that is not one.
        Class<?>[] types = {ViewParent.class};
        Made.set(View.class, view, "mParent", Proxy.newProxyInstance(ShownFragments.class.getClassLoader(), types, (proxy, method, arguments) -> null));
        return view;
    }

    private static Object androidXManager(List<Object> fragments) throws ReflectiveOperationException {
        Object store = Made.without(Class.forName(ANDROID_X + "FragmentStore"));
        Made.set(store.getClass(), store, "mAdded", fragments);
        Object manager = Made.without(Class.forName(ANDROID_X + "FragmentManagerImpl"));
        Made.set(manager.getClass().getSuperclass(), manager, "mFragmentStore", store);
        return manager;
    }

    private static void give(Class<?> owner, Activity activity, String packageName, String hostName, Object manager) throws ReflectiveOperationException {
        Object host = Made.without(Class.forName(hostName));
        Made.set(Class.forName(packageName + "FragmentHostCallback"), host, "mFragmentManager", manager);
        Object controller = Made.without(Class.forName(packageName + "FragmentController"));
        Made.set(controller.getClass(), controller, "mHost", host);
        Made.set(owner, activity, "mFragments", controller);
    }
}
