package android.os;

/** Shape of the framework's class, to compile against; never shipped. */
public final class Message {
  public int what;

  private Message() {}

  public native Handler getTarget();

  public native Runnable getCallback();

  public native long getWhen();
}
