package android.view;

/** Stand-in: Choreographer only asks for the refresh rate, up to API 30 through the mode. */
public class DisplayInfo {
    private static final float REFRESH_RATE = 60f;

    public float getRefreshRate() {
        return REFRESH_RATE;
    }

    public Display.Mode getMode() {
        return new Display.Mode(1, 1080, 2400, REFRESH_RATE);
    }
}
