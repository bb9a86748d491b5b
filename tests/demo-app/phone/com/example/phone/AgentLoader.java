package com.example.phone;

import android.util.Log;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Attaches a JVMTI agent to this process, as ActivityThread.handleAttachAgent does. */
final class AgentLoader {
    private static final String TAG = "phone";

    private AgentLoader() {}

    /** On the main thread. A failure is logged and the app runs on, as on a phone. */
    static void attach(String agent) {
        if (Phone.isArt()) {
            if (!attachToArt(agent, AgentLoader.class.getClassLoader())) attachToArt(agent, null);
        } else {
            // The desktop runtime attaches through its own server thread, to which it needs a connection.
            new Thread(() -> attachToDesktop(agent), "Attach").start();
        }
    }

    private static boolean attachToArt(String agent, ClassLoader loader) {
        try {
            Class<?> debug = Class.forName("dalvik.system.VMDebug");
            debug.getMethod("attachAgent", String.class, ClassLoader.class).invoke(null, agent, loader);
            return true;
        } catch (ReflectiveOperationException e) {
            return failed(agent, e);
        }
    }

    private static void attachToDesktop(String agent) {
        int split = agent.indexOf('=');
        try {
            Class<?> machine = Class.forName("com.sun.tools.attach.VirtualMachine");
            Object self = machine.getMethod("attach", String.class).invoke(null, new java.io.File("/proc/self").getCanonicalFile().getName());
            Method load = machine.getMethod("loadAgentPath", String.class, String.class);
            load.invoke(self, split < 0 ? agent : agent.substring(0, split), split < 0 ? "" : agent.substring(split + 1));
            machine.getMethod("detach").invoke(self);
        } catch (ReflectiveOperationException | java.io.IOException e) {
            failed(agent, e);
        }
    }

    /** The options hold a secret: only the path is logged. */
    private static boolean failed(String agent, Exception e) {
        Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
        Log.e(TAG, "Attaching agent failed: " + agent.split("=", 2)[0] + ": " + cause.getClass().getName());
        return false;
    }
}
