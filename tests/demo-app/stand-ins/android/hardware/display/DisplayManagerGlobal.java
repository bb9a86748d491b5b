package android.hardware.display;

import android.view.DisplayInfo;

/** Stand-in: the real one asks the system server. */
public final class DisplayManagerGlobal {
    private static final DisplayManagerGlobal INSTANCE = new DisplayManagerGlobal();

    public static DisplayManagerGlobal getInstance() {
        return INSTANCE;
    }

    public DisplayInfo getDisplayInfo(int displayId) {
        return new DisplayInfo();
    }

    /** Android 16 and newer, for a display's refresh rate: this one never changes. */
    public void registerForRefreshRateChanges() {}
}
