package android.view;

/** Shape of the framework's interface, to compile against; never shipped. */
public interface WindowManager {
  Display getDefaultDisplay();
}
