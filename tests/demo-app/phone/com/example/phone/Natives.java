package com.example.phone;

import android.os.MessageQueue;

/** The native library beside these classes: what a phone's libandroid_runtime does for the looper, and the truth file. */
final class Natives {
    private Natives() {}

    /** Gives the framework's classes their natives; false when they are not as expected. */
    static native boolean register(boolean art, Class<?> touchScreen);

    /** Opens the file that long pieces of the watched queue's work are written to. */
    static native boolean openTruth(String path);

    /** From now on the queue's thread is measured. */
    static native void watch(MessageQueue queue);

    /** Names the piece of work that the watched thread is doing now, that thread, and the screen in front or null. */
    static native void label(String label, String thread, String screen);

    /** Who held what it waited for, with commas between, and who gave it. */
    static native void waited(String owners, String waker);

    /** A touch: handled by {@link TouchScreen} inside nativePollOnce. */
    static native void touch(MessageQueue queue, int code);
}
