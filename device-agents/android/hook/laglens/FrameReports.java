package laglens;

import android.os.Handler;
import android.os.HandlerThread;
import android.os.Looper;
import android.view.Display;
import android.view.FrameMetrics;
import android.view.Window;
import android.view.WindowManager;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Hears of each frame of the watched windows, on a thread of its own. A frame begins at the vsync that it was meant for, and comes when it
 * is handed to the display. It is late when it comes after its deadline. Before API 31 the system gives none, and the whole duration holds
 * the wait for a free buffer, which two frames in work at a time have always: there a frame comes when the app and its render thread have
 * done their part, and is late when that took more than two periods, as in AndroidX JankStats.
 */
final class FrameReports extends HandlerThread implements Window.OnFrameMetricsAvailableListener {
  private static final long SECOND_NS = 1000000000L;
  /** A longer one does not count: frames without a vsync have the end of all times. */
  private static final long LONGEST_DEADLINE_NS = SECOND_NS;
  /** The app's part of a frame, step after step. */
  private static final int[] APP_STEPS = {
    FrameMetrics.UNKNOWN_DELAY_DURATION,
    FrameMetrics.INPUT_HANDLING_DURATION,
    FrameMetrics.ANIMATION_DURATION,
    FrameMetrics.LAYOUT_MEASURE_DURATION,
    FrameMetrics.DRAW_DURATION,
    FrameMetrics.SYNC_DURATION,
  };

  /** For each window when its latest frame began; at first when it was watched. Android 12 reports older frames, and some twice. */
  private final ConcurrentHashMap<Window, Long> latestNs = new ConcurrentHashMap<Window, Long>();

  private volatile Handler handler;
  private long periodNs = SECOND_NS / 60;
  private long askedNs;

  FrameReports() {
    // The agent knows its own by this name.
    super("laglens-frames");
    setDaemon(true);
  }

  @Override
  protected void onLooperPrepared() {
    handler = new Handler(Looper.myLooper());
    AppWatch.wakeMain();
  }

  boolean isReady() {
    return handler != null;
  }

  /** Hears of the window's frames that begin from now on. On the main thread. */
  void watch(Window window) {
    latestNs.put(window, System.nanoTime());
    window.addOnFrameMetricsAvailableListener(this, handler);
  }

  void unwatch(Window window) {
    latestNs.remove(window);
    window.removeOnFrameMetricsAvailableListener(this);
  }

  @Override
  public void onFrameMetricsAvailable(Window window, FrameMetrics metrics, int dropped) {
    if (!Hook.on) return;
    try {
      if (dropped > 0) AppWatch.lost(dropped);
      report(window, metrics);
    } catch (RuntimeException cause) {
      AppWatch.giveUpFrames(cause);
    } catch (LinkageError cause) {
      AppWatch.giveUpFrames(cause);
    }
  }

  private void report(Window window, FrameMetrics metrics) {
    long beginNs = metrics.getMetric(FrameMetrics.INTENDED_VSYNC_TIMESTAMP);
    Long latest = latestNs.get(window);
    // Replaced only while the window is watched.
    if (latest == null || beginNs <= latest || !latestNs.replace(window, latest, beginNs)) return;
    long deadlineNs = metrics.getMetric(FrameMetrics.DEADLINE);
    boolean hasDeadline = deadlineNs > 0 && deadlineNs < LONGEST_DEADLINE_NS;
    long tookNs = hasDeadline ? metrics.getMetric(FrameMetrics.TOTAL_DURATION) : appNs(metrics);
    if (tookNs < 0) return;
    if (askedNs == 0 || beginNs - askedNs > SECOND_NS) askPeriod(window, beginNs);
    long lateNs = hasDeadline ? Math.max(0, tookNs - deadlineNs) : tookNs > 2 * periodNs ? tookNs - periodNs : 0;
    boolean isFirst = metrics.getMetric(FrameMetrics.FIRST_DRAW_FRAME) == 1;
    AppWatch.frame((beginNs + tookNs) / 1000, (lateNs + 999) / 1000, periodNs / 1000, isFirst);
  }

  private static long appNs(FrameMetrics metrics) {
    long sumNs = 0;
    for (int step : APP_STEPS) sumNs += metrics.getMetric(step);
    return sumNs;
  }

  /** The display may change its rate at any time. */
  private void askPeriod(Window window, long nowNs) {
    askedNs = nowNs;
    WindowManager manager = window.getWindowManager();
    Display display = manager == null ? null : manager.getDefaultDisplay();
    float rate = display == null ? 0 : display.getRefreshRate();
    if (rate >= 1) periodNs = (long) (1e9 / rate);
  }
}
