package com.example.stream;

import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Main and three other threads do a little about each millisecond, and are met in another stack each time. Ends when its input is closed. */
public final class Stream {
  private static final int STACKS = 600;
  private static final int FRAMES = 30;
  private static final long REST_NS = 750_000;

  private Stream() {}

  public static void main(String[] arguments) {
    start("input", () -> {
      try {
        while (System.in.read() >= 0) {}
      } catch (java.io.IOException ended) {
        // As good as closed.
      }
      System.exit(0);
    });
    for (int seed = 2; seed <= 4; seed++) {
      Random random = new Random(seed);
      start("other-" + seed, () -> goOn(random));
    }
    System.out.println("ready");
    goOn(new Random(1));
  }

  private static void start(String name, Runnable run) {
    Thread thread = new Thread(run, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void goOn(Random random) {
    int[] stacks = random.ints(STACKS).toArray();
    while (true) left(stacks[random.nextInt(STACKS)], FRAMES);
  }

  /** Each bit of a stack's number says which function calls on; most outer frames are the same in all of them. */
  private static void left(int stack, int frames) {
    if (frames == 0) rest();
    else if (frames < 12 && (stack >>> frames & 1) == 1) right(stack, frames - 1);
    else left(stack, frames - 1);
  }

  private static void right(int stack, int frames) {
    if (frames == 0) rest();
    else if ((stack >>> frames & 1) == 1) right(stack, frames - 1);
    else left(stack, frames - 1);
  }

  private static void rest() {
    LockSupport.parkNanos(REST_NS);
  }
}
