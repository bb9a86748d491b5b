package android.os;

import android.util.Printer;

/** Shape of the framework's class, to compile against; never shipped. */
public final class Looper {
  private Looper() {}

  /** Hidden, since API 29: android-14 frameworks/base/core/java/android/os/Looper.java. */
  public interface Observer {
    Object messageDispatchStarting();

    void messageDispatched(Object token, Message message);

    void dispatchingThrewException(Object token, Message message, Exception exception);
  }

  public static native Looper getMainLooper();

  public static native Looper myLooper();

  public static native void setObserver(Observer observer);

  public native Thread getThread();

  public native MessageQueue getQueue();

  public native void setMessageLogging(Printer printer);
}
