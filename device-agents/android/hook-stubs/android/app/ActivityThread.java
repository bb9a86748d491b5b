package android.app;

/** Shape of the framework's class, to compile against; never shipped. Hidden: android-14 frameworks/base/core/java/android/app/ActivityThread.java. */
public final class ActivityThread {
  private ActivityThread() {}

  public static native ActivityThread currentActivityThread();

  public static native Application currentApplication();
}
