package android.view;

import android.os.Handler;

/** Shape of the framework's class, to compile against; never shipped. */
public abstract class Window {
  public interface OnFrameMetricsAvailableListener {
    void onFrameMetricsAvailable(Window window, FrameMetrics metrics, int dropCountSinceLastInvocation);
  }

  public final native void addOnFrameMetricsAvailableListener(OnFrameMetricsAvailableListener listener, Handler handler);

  public final native void removeOnFrameMetricsAvailableListener(OnFrameMetricsAvailableListener listener);

  public native WindowManager getWindowManager();

  public abstract View peekDecorView();
}
