package com.example.phone;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;

/** Attaches a JVMTI agent to this process, as ActivityThread.handleAttachAgent does. */
final class AgentLoader {
    private AgentLoader() {}

    /** On the main thread. When it fails the app runs on, as on a phone. */
    static void attach(String agent) {
        if (!Phone.isArt()) {
            // The desktop runtime attaches through a server thread of its own, to which this process connects.
            new Thread(() -> Control.say(answer(attachToDesktop(agent))), "Attach").start();
            return;
        }
        String failure = attachToArt(agent, AgentLoader.class.getClassLoader());
        Control.say(answer(failure == null ? null : attachToArt(agent, null)));
    }

    private static String answer(String failure) {
        return failure == null ? "attached" : "not attached: " + failure;
    }

    /** @return why not, or null */
    private static String attachToArt(String agent, ClassLoader loader) {
        try {
            Class<?> debug = Class.forName("dalvik.system.VMDebug");
            debug.getMethod("attachAgent", String.class, ClassLoader.class).invoke(null, agent, loader);
            return null;
        } catch (ReflectiveOperationException e) {
            return reason(e);
        }
    }

    private static String attachToDesktop(String agent) {
        int split = agent.indexOf('=');
        String path = split < 0 ? agent : agent.substring(0, split);
        String options = split < 0 ? "" : agent.substring(split + 1);
        try {
            Class<?> machine = Class.forName("com.sun.tools.attach.VirtualMachine");
            String pid = new File("/proc/self").getCanonicalFile().getName();
            Object self = machine.getMethod("attach", String.class).invoke(null, pid);
            machine.getMethod("loadAgentPath", String.class, String.class).invoke(self, path, options);
            machine.getMethod("detach").invoke(self);
            return null;
        } catch (ReflectiveOperationException | IOException e) {
            return reason(e);
        }
    }

    private static String reason(Exception e) {
        Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
        return String.valueOf(cause).replace('\n', ' ');
    }
}
