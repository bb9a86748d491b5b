package com.example.phone;

import android.os.Looper;
import java.io.File;
import java.io.IOException;

/** Does for the app's process what zygote and ActivityThread do on a phone. */
public final class Phone {
    /** Set by the launcher. */
    private static final String LIBRARY = "phone.library", TRUTH = "phone.truth", SCHEDULE = "phone.schedule", AGENT = "phone.agent", QUEUE = "phone.queue";

    private Phone() {}

    static boolean isArt() {
        return "Dalvik".equals(System.getProperty("java.vm.name"));
    }

    /** The folder of the app's native libraries. */
    public static File libraries() {
        return new File(System.getProperty(LIBRARY)).getAbsoluteFile().getParentFile();
    }

    /** Beside the truth file, whose folder somebody clears up. */
    static File newFile(String name) throws IOException {
        String truth = System.getProperty(TRUTH);
        return truth == null ? File.createTempFile("phone", name) : new File(truth + "." + name);
    }

    /** Prepares the main looper; to be called first of all, on the main thread. */
    public static void start() {
        System.load(new File(System.getProperty(LIBRARY)).getAbsolutePath());
        if (!Natives.register(isArt(), TouchScreen.class)) throw new IllegalStateException("The demo does not know this android.jar");
        String truth = System.getProperty(TRUTH);
        if (truth != null && !Natives.openTruth(truth)) throw new IllegalStateException("Cannot write " + truth);
        try {
            QueueKind.choose(System.getProperty(QUEUE));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This release has one queue only", e);
        }
        Looper.prepareMainLooper();
        Natives.watch(Looper.myQueue());
    }

    /** Starts the app by a message, as on a phone, and runs its main thread; does not return. */
    public static void run(App app) {
        Actions actions = new Actions();
        SystemHandler system = new SystemHandler(app, actions, System.getProperty(AGENT));
        system.sendEmptyMessage(SystemHandler.BIND_APPLICATION);
        Schedule schedule = new Schedule(actions);
        schedule.follow(System.getProperty(SCHEDULE, "none"));
        new Control(system, actions, schedule).start();
        Looper.loop();
    }

    /** The app. */
    public interface App {
        /** Runs on the main thread; says what can be done with the app. */
        void onCreate(Actions actions);
    }
}
