package laglens;

/** Where the agent and the hooks meet. The natives are the agent's. */
final class Hook {
  /** Where the first agent of this process is to be found by a later one; 0 none. */
  static long agent;

  /** False: nothing is reported, and what is still set does nothing but pass on. */
  static volatile boolean on;

  private Hook() {}

  /** Names of classes get numbers from 1, each reported once. Called on the main thread only. */
  static native void define(int id, String name);

  /** A message of the main looper begins; 0 stands for what is not known yet. */
  static native void begin(int target, int callback, int what);

  /** It ended. It was due at this time of `SystemClock.uptimeMillis`; 0 unknown, or put in front of all others. */
  static native void end(int target, int callback, int what, long dueMs);

  /**
   * Sets the observer (API 29 and later) or the printer.
   *
   * @return the thread of the main looper, null when there is no main looper yet
   */
  static Thread install() {
    android.os.Looper main = android.os.Looper.getMainLooper();
    if (main == null) return null;
    SetAgain.begin();
    try {
      ObserverHook.install(main.getThread());
    } catch (LinkageError olderThanApi29) {
      PrinterHook.install(main);
    } catch (ReflectiveOperationException closed) {
      PrinterHook.install(main);
    }
    return main.getThread();
  }

  /**
   * Where another was set in the place of the hook, main is asked whether that one passes on; see SetAgain.
   *
   * @return how often messages were not seen so far, less than 0 when that is final
   */
  static int check() {
    return SetAgain.check();
  }

  /** The observer or printer that is set. Before API 29 there is no class of observers. */
  static Object set() {
    return PrinterHook.isUsed() ? PrinterHook.set() : ObserverHook.set();
  }

  static boolean isOurs(Object set) {
    return PrinterHook.isUsed() ? PrinterHook.is(set) : ObserverHook.is(set);
  }

  /** On the main thread: a hook heard the begin of this message. */
  static boolean isHeard() {
    return PrinterHook.isUsed() ? PrinterHook.isIn() : ObserverHook.isIn();
  }

  /** On the main thread: a new hook over what is set. The one before, which that may call, only passes on. */
  static void setAgain() {
    android.os.Looper main = android.os.Looper.getMainLooper();
    try {
      if (PrinterHook.isUsed()) PrinterHook.setAgain(main);
      else ObserverHook.setAgain(main.getThread());
    } catch (ReflectiveOperationException closed) {
      // It could be read when the hook was set first.
      on = false;
    }
  }

  /** Puts back what was set before, unless the app has set another since: that one stays. */
  static void restore() {
    on = false;
    try {
      ObserverHook.restore();
    } catch (LinkageError olderThanApi29) {
      // There was no observer to set.
    }
    PrinterHook.restore();
  }
}
