package laglens;

import android.app.Activity;
import android.app.ActivityThread;
import android.app.Application;
import android.os.Bundle;
import android.view.Window;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Map;

/** The app's activities: which are started and resumed, what phase the app is in by that, and whose windows' frames are reported. Main thread only. */
final class Activities implements Application.ActivityLifecycleCallbacks {
  /** Numbers of the message `lifecycle`. */
  private static final int UNKNOWN = 0, ACTIVE = 5, INACTIVE = 6, BACKGROUND = 7;
  /** Kind of the message `screen`. */
  private static final int ACTIVITY = 1;

  private final ClassNumbers numbers = new ClassNumbers();
  private final Fragments fragments = new Fragments(numbers);
  private Application application;
  private final ArrayList<Activity> started = new ArrayList<Activity>();
  private final ArrayList<Activity> resumed = new ArrayList<Activity>();
  private final ArrayList<Window> windows = new ArrayList<Window>();
  private boolean wantsFrames;
  private FrameReports reports;
  private int phase = UNKNOWN;

  void begin(Application of) {
    application = of;
    boolean hasAny = addThoseThere();
    application.registerActivityLifecycleCallbacks(this);
    if (hasAny) reportPhase();
  }

  void messageBegins() {
    fragments.messageBegins();
  }

  void messageEnds() {
    fragments.messageEnds(started.isEmpty() ? null : started.get(started.size() - 1));
  }

  /** Reports the frames of what is started, or no longer. Where they fail, phases and screens go on. */
  void watchFrames(boolean on) {
    wantsFrames = on;
    if (!on) {
      while (!windows.isEmpty()) unwatch(windows.get(windows.size() - 1));
    } else if (reports != null) {
      for (Activity activity : started) watch(activity, resumed.contains(activity));
    } else if (!started.isEmpty()) {
      startReports();
    }
  }

  private void startReports() {
    try {
      reports = new FrameReports();
      // It comes back by itself when frames can be reported to it.
      reports.start();
    } catch (RuntimeException cause) {
      AppWatch.giveUpFrames(cause);
    } catch (LinkageError cause) {
      AppWatch.giveUpFrames(cause);
    }
  }

  void end() {
    application.unregisterActivityLifecycleCallbacks(this);
    watchFrames(false);
    if (reports != null) reports.quitSafely();
    reports = null;
  }

  /** Windows without views yet are not disturbed before their activity is shown. */
  private void watch(Activity activity, boolean isShown) {
    try {
      Window window = activity.getWindow();
      if (window == null || !reports.isReady() || windows.contains(window)) return;
      if (!isShown && window.peekDecorView() == null) return;
      reports.watch(window);
      windows.add(window);
    } catch (RuntimeException cause) {
      AppWatch.giveUpFrames(cause);
    } catch (LinkageError cause) {
      AppWatch.giveUpFrames(cause);
    }
  }

  /**
   * A window that draws without a GPU only logs that it has no frames to report, but throws when they are no longer wanted
   * (frameworks/base/core/java/android/view/View.java, addFrameMetricsListener and removeFrameMetricsListener).
   */
  private void unwatch(Window window) {
    if (!windows.remove(window)) return;
    try {
      reports.unwatch(window);
    } catch (RuntimeException wasNeverAdded) {
      // Nothing is left of it.
    }
  }

  private void reportPhase() {
    int now = !resumed.isEmpty() ? ACTIVE : !started.isEmpty() ? INACTIVE : BACKGROUND;
    if (now == phase) return;
    phase = now;
    AppWatch.phase(now);
  }

  /**
   * Activities that the agent came too late for: ActivityThread.mActivities (frameworks/base/core/java/android/app/ActivityThread.java, the
   * same from API 26 to 34 at least). Where they cannot be read, each is seen when it starts the next time.
   */
  private boolean addThoseThere() {
    try {
      Class<?> recordType = Class.forName("android.app.ActivityThread$ActivityClientRecord");
      Map<?, ?> records = (Map<?, ?>) open(ActivityThread.class, "mActivities").get(ActivityThread.currentActivityThread());
      Field activity = open(recordType, "activity"), stopped = open(recordType, "stopped"), paused = open(recordType, "paused");
      for (Object record : records.values()) {
        Activity each = (Activity) activity.get(record);
        if (each == null) continue;
        if (!stopped.getBoolean(record)) started.add(each);
        if (!paused.getBoolean(record)) resumed.add(each);
      }
      // In no order of theirs: what is in front comes last.
      for (Activity each : started) if (!resumed.contains(each)) reportScreen(each, true);
      for (Activity each : resumed) reportScreen(each, true);
      return !records.isEmpty();
    } catch (ReflectiveOperationException closed) {
      return false;
    } catch (RuntimeException other) {
      return false;
    }
  }

  private static Field open(Class<?> type, String name) throws NoSuchFieldException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  private void begun(Activity activity) {
    if (started.contains(activity)) return;
    started.add(activity);
    reportScreen(activity, true);
  }

  private void reportScreen(Activity activity, boolean isShown) {
    AppWatch.screen(numbers.of(activity.getClass()), System.identityHashCode(activity), ACTIVITY, isShown);
  }

  @Override
  public void onActivityCreated(Activity activity, Bundle state) {}

  @Override
  public void onActivityStarted(Activity activity) {
    begun(activity);
    changed(activity, false);
  }

  @Override
  public void onActivityResumed(Activity activity) {
    begun(activity);
    if (!resumed.contains(activity)) resumed.add(activity);
    changed(activity, true);
  }

  @Override
  public void onActivityPaused(Activity activity) {
    resumed.remove(activity);
    changed(activity, true);
  }

  @Override
  public void onActivityStopped(Activity activity) {
    left(activity);
  }

  @Override
  public void onActivitySaveInstanceState(Activity activity, Bundle state) {}

  @Override
  public void onActivityDestroyed(Activity activity) {
    if (started.contains(activity)) left(activity);
  }

  /** The app called back: nothing may be thrown at it. */
  private void changed(Activity activity, boolean isShown) {
    fragments.due();
    reportPhase();
    if (!wantsFrames) return;
    if (reports == null) watchFrames(true);
    else watch(activity, isShown);
  }

  /** One that is made again for another configuration is back at once: the app was not in the background. */
  private void left(Activity activity) {
    fragments.due();
    if (started.remove(activity)) reportScreen(activity, false);
    resumed.remove(activity);
    try {
      unwatch(activity.getWindow());
      if (!started.isEmpty() || !activity.isChangingConfigurations()) reportPhase();
    } catch (RuntimeException cause) {
      AppWatch.giveUp(cause);
    } catch (LinkageError cause) {
      AppWatch.giveUp(cause);
    }
  }
}
