package com.example.foreign;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;

/**
 * Uses published libraries on the main thread, one per line of standard input. Answers `done BEGIN END CPU` in nanoseconds: main's time in
 * the library, and its work there.
 */
public final class Foreign {
  static final Thread main = Thread.currentThread();
  static final int HOLD_MS = 700;
  private static final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  interface Action {
    void run() throws Exception;
  }

  /** @param args a folder of its own, a jar with many classes */
  public static void main(String[] args) throws Exception {
    Waits waits = new Waits(Path.of(args[0]));
    Work work = new Work(Path.of(args[0]), Path.of(args[1]));
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      Action action = waits.prepare(line);
      if (action == null) action = work.prepare(line);
      long cpu = cpuNs();
      long begin = System.nanoTime();
      action.run();
      long end = System.nanoTime();
      System.out.println("done " + begin + " " + end + " " + (cpuNs() - cpu));
    }
  }

  static long cpuNs() {
    return threads.getCurrentThreadCpuTime();
  }

  /** Keeps main waiting, from when it waits on. */
  static void keepMain(Thread.State state) {
    while (main.getState() != state) Thread.yield();
    keepMain();
  }

  static void keepMain() {
    try {
      Thread.sleep(HOLD_MS);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  static void start(String name, Action action) {
    Thread thread = new Thread(() -> runOrEnd(action), name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void runOrEnd(Action action) {
    try {
      action.run();
    } catch (Exception failure) {
      failure.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }
}
