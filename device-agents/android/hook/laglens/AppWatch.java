package laglens;

import android.app.ActivityThread;
import android.app.Application;
import android.os.Handler;
import android.os.Looper;

/**
 * Brings the watch over the app's activities and frames onto the main thread, and takes it off again. A part that fails is reported once
 * and is no longer watched. The natives are the agent's.
 */
final class AppWatch implements Runnable {
  /** What the agent may want. */
  static final int NOTHING = 0, ACTIVITIES = 1, FRAMES = 2;
  /** Parts that fail: everything, frames alone, fragments alone. */
  static final int EVERYTHING = 0, FRAMES_ALONE = 1, FRAGMENTS = 2;

  /** The app's `Application` is not there yet: the main thread checks for it after each message. */
  static volatile boolean isDue;

  private static volatile int wanted;
  private static volatile boolean isHopeless, hasNoFrames;

  /** Main's own. */
  private static Activities activities;

  private AppWatch() {}

  /** The app entered a phase: a number of the message `lifecycle`. */
  static native void phase(int phase);

  /** A frame of a window: late by so much, 0 in time. */
  static native void frame(long cameUs, long lateUs, long periodUs, boolean isFirst);

  /** A screen begins to be shown, or no longer is: the number of its class, its own number, a kind of the message `screen`. */
  static native void screen(int name, int id, int kind, boolean isShown);

  /** Reports of frames that the system could not deliver. */
  static native void lost(int frames);

  static native void failed(int part, String why);

  /** On the main thread, before its time is taken. */
  static void messageBegins() {
    if (activities != null) activities.messageBegins();
  }

  /** On the main thread, before the end's time is taken: what the message opened is known then. */
  static void messageEnds() {
    if (activities != null) activities.messageEnds();
  }

  /** From the agent's thread. */
  static void want(int what) {
    if (isHopeless || what == wanted) return;
    boolean isOn = wanted != NOTHING && !isDue;
    wanted = what;
    try {
      isDue = what != NOTHING && !isOn && ActivityThread.currentApplication() == null;
      if (!isDue) wakeMain();
    } catch (RuntimeException cause) {
      giveUp(cause);
    } catch (LinkageError cause) {
      giveUp(cause);
    }
  }

  /** Next on the main thread: what it has to do then takes less than a millisecond. */
  static void wakeMain() {
    new Handler(Looper.getMainLooper()).postAtFrontOfQueue(new AppWatch());
  }

  @Override
  public void run() {
    work();
  }

  /** On the main thread: what is wanted becomes so. */
  static void work() {
    try {
      if (isHopeless || wanted == NOTHING) end();
      else watch();
    } catch (RuntimeException cause) {
      giveUp(cause);
    } catch (LinkageError cause) {
      giveUp(cause);
    }
  }

  /** Reports why; main takes off what is set already. */
  static void giveUp(Throwable cause) {
    if (isHopeless) return;
    isHopeless = true;
    isDue = false;
    failed(EVERYTHING, Failure.of(cause));
    wakeMain();
  }

  /** The same for frames; activities are watched on. */
  static void giveUpFrames(Throwable cause) {
    if (hasNoFrames) return;
    hasNoFrames = true;
    failed(FRAMES_ALONE, Failure.of(cause));
    wakeMain();
  }

  private static void watch() {
    // Also when what was due came on another way meanwhile.
    isDue = false;
    if (activities == null) {
      Application application = ActivityThread.currentApplication();
      isDue = application == null;
      if (isDue) return;
      activities = new Activities();
      activities.begin(application);
    }
    activities.watchFrames(wanted == FRAMES && !hasNoFrames);
  }

  private static void end() {
    Activities last = activities;
    isDue = false;
    activities = null;
    if (last != null) last.end();
  }
}
