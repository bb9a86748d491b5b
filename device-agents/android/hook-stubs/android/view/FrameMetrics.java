package android.view;

/** Shape of the framework's class, to compile against; never shipped. Constants: developer.android.com/reference/android/view/FrameMetrics. */
public final class FrameMetrics {
  public static final int TOTAL_DURATION = 8;
  public static final int FIRST_DRAW_FRAME = 9;
  public static final int INTENDED_VSYNC_TIMESTAMP = 10;
  public static final int DEADLINE = 13;

  private FrameMetrics() {}

  public native long getMetric(int id);
}
