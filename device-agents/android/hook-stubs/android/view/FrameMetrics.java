package android.view;

/** Shape of the framework's class, to compile against; never shipped. Constants: developer.android.com/reference/android/view/FrameMetrics. */
public final class FrameMetrics {
  public static final int UNKNOWN_DELAY_DURATION = 0;
  public static final int INPUT_HANDLING_DURATION = 1;
  public static final int ANIMATION_DURATION = 2;
  public static final int LAYOUT_MEASURE_DURATION = 3;
  public static final int DRAW_DURATION = 4;
  public static final int SYNC_DURATION = 5;
  public static final int TOTAL_DURATION = 8;
  public static final int FIRST_DRAW_FRAME = 9;
  public static final int INTENDED_VSYNC_TIMESTAMP = 10;
  public static final int DEADLINE = 13;

  private FrameMetrics() {}

  public native long getMetric(int id);
}
