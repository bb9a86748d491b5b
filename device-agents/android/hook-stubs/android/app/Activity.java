package android.app;

import android.view.Window;

/** Shape of the framework's class, to compile against; never shipped. */
public class Activity {
  public native Window getWindow();

  public native boolean isChangingConfigurations();
}
