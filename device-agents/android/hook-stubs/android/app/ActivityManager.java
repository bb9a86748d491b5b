package android.app;

import java.util.List;

/** Shape of the framework's class, to compile against; never shipped. */
public class ActivityManager {
  public native List<ApplicationExitInfo> getHistoricalProcessExitReasons(String packageName, int pid, int most);
}
