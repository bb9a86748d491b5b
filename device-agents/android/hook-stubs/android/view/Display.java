package android.view;

/** Shape of the framework's class, to compile against; never shipped. */
public final class Display {
  private Display() {}

  public native float getRefreshRate();
}
