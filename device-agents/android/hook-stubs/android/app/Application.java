package android.app;

import android.os.Bundle;

/** Shape of the framework's class, to compile against; never shipped. */
public class Application {
  public interface ActivityLifecycleCallbacks {
    void onActivityCreated(Activity activity, Bundle state);

    void onActivityStarted(Activity activity);

    void onActivityResumed(Activity activity);

    void onActivityPaused(Activity activity);

    void onActivityStopped(Activity activity);

    void onActivitySaveInstanceState(Activity activity, Bundle state);

    void onActivityDestroyed(Activity activity);
  }

  /** Of Context. */
  public native Object getSystemService(String name);

  public native void registerActivityLifecycleCallbacks(ActivityLifecycleCallbacks callbacks);

  public native void unregisterActivityLifecycleCallbacks(ActivityLifecycleCallbacks callbacks);
}
