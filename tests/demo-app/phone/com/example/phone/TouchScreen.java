package com.example.phone;

import android.os.Looper;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Touches reach the app from native code inside nativePollOnce, without a Message. */
final class TouchScreen {
    /** A code from here on means so many milliseconds of native work. */
    private static final int NATIVE_WORK_CODE = 1000;

    private static final List<Actions.Action> ACTIONS = new CopyOnWriteArrayList<>();

    private TouchScreen() {}

    /** @return the code to touch with */
    static int add(Actions.Action action) {
        ACTIONS.add(action);
        return ACTIONS.size();
    }

    static void touch(int code) {
        Natives.touch(Looper.getMainLooper().getQueue(), code);
    }

    static void workNatively(int millis) {
        touch(NATIVE_WORK_CODE + millis);
    }

    /** Called by the native library. */
    static void dispatchTouch(int code) {
        ACTIONS.get(code - 1).run();
    }
}
