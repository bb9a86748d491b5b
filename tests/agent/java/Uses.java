import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import com.example.phone.Phone;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Scanner;

/**
 * An app that counts what its messages use: `work COMPUTE_MS SLEEPS` posts one that computes and sleeps a millisecond each time; `queue` posts a
 * long one and, behind it, one that waits; `rest MS` one that sleeps at once for so long. Answers with the message's own account: begin, end, CPU time and time without a core in µs, its
 * switches and major faults, and since when it had been due.
 */
public class Uses {
  static final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  static volatile long sink;

  public static void main(String[] args) throws IOException {
    Phone.start();
    Handler main = new Handler(Looper.myLooper());
    Path task = Paths.get("/proc/thread-self").toRealPath();
    Thread control = new Thread(() -> obey(main, task), "control");
    control.setDaemon(true);
    control.start();
    System.out.println("ready");
    Looper.loop();
  }

  static void obey(Handler main, Path task) {
    Scanner in = new Scanner(System.in);
    while (in.hasNextLine()) {
      String[] words = in.nextLine().split(" ");
      if (words[0].equals("rest")) {
        main.post(() -> rest(Integer.parseInt(words[1])));
        continue;
      }
      boolean isQueue = words[0].equals("queue");
      if (isQueue) main.post(() -> compute(60));
      long dueMs = SystemClock.uptimeMillis();
      int computeMs = isQueue ? 0 : Integer.parseInt(words[1]), sleeps = isQueue ? 0 : Integer.parseInt(words[2]);
      main.postAtTime(() -> report(task, dueMs * 1000, computeMs, sleeps), dueMs);
    }
    System.exit(0);
  }

  static void report(Path task, long dueUs, int computeMs, int sleeps) {
    long[] before = counts(task);
    long beginUs = System.nanoTime() / 1000;
    compute(computeMs);
    for (int i = 0; i < sleeps; i++) sleep(1);
    long endUs = System.nanoTime() / 1000;
    long[] after = counts(task);
    StringBuilder line = new StringBuilder().append(beginUs).append(' ').append(endUs);
    for (int i = 0; i < before.length; i++) line.append(' ').append(after[i] - before[i]);
    System.out.println(line.append(' ').append(dueUs));
  }

  /** CPU time and run delay in µs, voluntary and involuntary switches, major faults. */
  static long[] counts(Path task) {
    try {
      long delayUs = Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[1]) / 1000;
      String status = Files.readString(task.resolve("status"));
      String stat = Files.readString(task.resolve("stat"));
      // Behind the name in brackets come the state, eight numbers, and the major faults (proc(5)).
      long faults = Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[9]);
      return new long[] {threads.getCurrentThreadCpuTime() / 1000, delayUs, field(status, "\nvoluntary_ctxt_switches:"), field(status, "nonvoluntary_ctxt_switches:"), faults};
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  static long field(String status, String name) {
    return Long.parseLong(status.substring(status.indexOf(name) + name.length()).trim().split("\\s")[0]);
  }

  static void compute(int ms) {
    long untilNs = threads.getCurrentThreadCpuTime() + ms * 1_000_000L;
    while (threads.getCurrentThreadCpuTime() < untilNs) sink++;
  }

  static void rest(int ms) {
    long beginUs = System.nanoTime() / 1000;
    sleep(ms);
    System.out.println(beginUs + " " + System.nanoTime() / 1000);
  }

  static void sleep(int ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException never) {
      throw new AssertionError(never);
    }
  }
}
