package laglens;

import android.os.Handler;
import android.os.Looper;

/**
 * Another observer or printer was set in the place of the hook. One that calls the hook is left alone; over any other a new hook is set, but
 * not for ever, as that one may do the same.
 */
final class SetAgain implements Runnable {
  private static final int TIMES = 3;

  /** By the agent's thread: the last one that was asked about. */
  private static Object asked;

  private static volatile int replaced;
  private static volatile boolean isOver;

  private SetAgain() {}

  static void begin() {
    asked = SetAgain.class;
    replaced = 0;
    isOver = false;
  }

  static int check() {
    if (isOver) return -replaced;
    Object set = Hook.set();
    if (set != asked && !Hook.isOurs(set)) new Handler(Looper.getMainLooper()).postAtFrontOfQueue(new SetAgain());
    asked = set;
    return replaced;
  }

  @Override
  public void run() {
    if (Hook.isHeard() || Hook.isOurs(Hook.set())) return;
    if (replaced < TIMES) Hook.setAgain();
    else isOver = true;
    replaced++;
  }
}
