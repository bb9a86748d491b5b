package com.example.phone;

import android.os.MessageQueue;

/** Since Android 16 MessageQueue is two: the old one with a lock, and a new one without. */
final class QueueKind {
    private QueueKind() {}

    /**
     * To be called before the first queue is made.
     * @param kind "old", "new", or null for what the release takes by itself
     */
    static void choose(String kind) throws ReflectiveOperationException {
        if (kind == null) return;
        boolean wantsNew = kind.equals("new");
        try {
            // Android 17: the start of a process says it so.
            MessageQueue.class.getMethod("setUseDeliQueue", boolean.class).invoke(null, wantsNew);
        } catch (NoSuchMethodException older) {
            // Android 16 keeps here what it decided by the process's name.
            Made.set(MessageQueue.class, null, "sIsProcessAllowedToUseConcurrent", wantsNew);
        }
    }
}
