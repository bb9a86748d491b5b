package android.os;

/** Shape of the framework's class, to compile against; never shipped. */
public class Handler {
  public Handler(Looper looper) {}

  public final native boolean postAtFrontOfQueue(Runnable callback);
}
