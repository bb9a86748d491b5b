package android.os;

/** Shape of the framework's class, to compile against; never shipped. */
public class HandlerThread extends Thread {
  public HandlerThread(String name) {}

  protected void onLooperPrepared() {}

  public native Looper getLooper();

  public native boolean quitSafely();
}
