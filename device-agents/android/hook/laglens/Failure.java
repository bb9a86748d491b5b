package laglens;

/** Why a part of the hook failed, in words. */
final class Failure {
  /** What those parts need of Android: ART does not name a class that the boot class path lacks. */
  private static final String[] NEEDED = {
    "android.app.Activity",
    "android.app.ActivityThread",
    "android.app.Application",
    "android.app.Application$ActivityLifecycleCallbacks",
    "android.os.Bundle",
    "android.os.Handler",
    "android.os.HandlerThread",
    "android.os.Looper",
    "android.view.Display",
    "android.view.FrameMetrics",
    "android.view.View",
    "android.view.Window",
    "android.view.Window$OnFrameMetricsAvailableListener",
    "android.view.WindowManager",
    // From API 30 on: named only when nothing else is missing.
    "android.app.ActivityManager",
    "android.app.ApplicationExitInfo",
  };

  private Failure() {}

  static String of(Throwable cause) {
    if (cause instanceof NoClassDefFoundError)
      for (String name : NEEDED) if (isMissing(name)) return "NoClassDefFoundError: " + name;
    return String.valueOf(cause);
  }

  private static boolean isMissing(String name) {
    try {
      Class.forName(name, false, null);
      return false;
    } catch (ClassNotFoundException cause) {
      return true;
    } catch (LinkageError cause) {
      return true;
    }
  }
}
