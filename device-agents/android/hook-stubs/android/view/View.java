package android.view;

/** Shape of the framework's class, to compile against; never shipped. */
public class View {
  public native boolean isShown();

  public final native boolean isLaidOut();

  public final native int getWidth();

  public final native int getHeight();
}
