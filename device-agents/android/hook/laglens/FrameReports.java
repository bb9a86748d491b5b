package laglens;

import android.os.Handler;
import android.os.HandlerThread;
import android.os.Looper;
import android.view.Display;
import android.view.FrameMetrics;
import android.view.Window;
import android.view.WindowManager;

/**
 * Hears of each frame of the watched windows, on a thread of its own. A frame begins at the vsync that it was meant for, and comes when it
 * is handed to the display. It is late when it comes after its deadline; before API 31, where the system tells none, when it takes more
 * than one and a half times what the display shows a frame for.
 */
final class FrameReports extends HandlerThread implements Window.OnFrameMetricsAvailableListener {
  private static final long SECOND_NS = 1000000000L;
  /** A longer one is none: frames without a vsync have the end of all times. */
  private static final long LONGEST_DEADLINE_NS = SECOND_NS;

  private volatile Handler handler;
  private boolean isBroken;
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

  Handler handler() {
    return handler;
  }

  @Override
  public void onFrameMetricsAvailable(Window window, FrameMetrics metrics, int dropped) {
    if (!Hook.on || isBroken) return;
    try {
      if (dropped > 0) AppWatch.lost(dropped);
      report(window, metrics);
    } catch (RuntimeException cause) {
      isBroken = true;
      AppWatch.giveUp(cause);
    } catch (LinkageError cause) {
      isBroken = true;
      AppWatch.giveUp(cause);
    }
  }

  private void report(Window window, FrameMetrics metrics) {
    long beginNs = metrics.getMetric(FrameMetrics.INTENDED_VSYNC_TIMESTAMP);
    long tookNs = metrics.getMetric(FrameMetrics.TOTAL_DURATION);
    if (beginNs <= 0 || tookNs < 0) return;
    if (askedNs == 0 || beginNs - askedNs > SECOND_NS) askPeriod(window, beginNs);
    long lateNs = lateNs(tookNs, metrics.getMetric(FrameMetrics.DEADLINE));
    boolean isFirst = metrics.getMetric(FrameMetrics.FIRST_DRAW_FRAME) == 1;
    AppWatch.frame((beginNs + tookNs) / 1000, (lateNs + 999) / 1000, periodNs / 1000, isFirst);
  }

  /** @param deadlineNs from the begin on; the system answers -1 to what it does not know */
  private long lateNs(long tookNs, long deadlineNs) {
    if (deadlineNs > 0 && deadlineNs < LONGEST_DEADLINE_NS) return Math.max(0, tookNs - deadlineNs);
    long lateNs = tookNs - periodNs;
    return lateNs > periodNs / 2 ? lateNs : 0;
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
