import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.CountDownLatch;

/**
 * Lets main wait for a monitor that `link` holds while it waits for one that `holder` holds, for so many ms as a line of standard input says.
 * Each `synchronized` has lines of its own before and after it. Answers `done BEGIN END`, in nanoseconds.
 */
public class Entered {
  static final Object outer = new Object();
  static final Object inner = new Object();
  static int count;

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      int ms = Integer.parseInt(line);
      long begin = System.nanoTime();
      waitInChain(ms);
      System.out.println("done " + begin + " " + System.nanoTime());
    }
  }

  static void waitInChain(int ms) throws Exception {
    Thread main = Thread.currentThread();
    CountDownLatch held = new CountDownLatch(2);
    Thread link = new Thread(() -> enterBoth(held), "link");
    Thread holder = new Thread(() -> {
      synchronized (inner) {
        held.countDown();
        awaitBlocked(link);
        awaitBlocked(main);
        rest(ms);
      }
    }, "holder");
    holder.start();
    while (held.getCount() == 2) Thread.onSpinWait();
    link.start();
    held.await();
    enterOuter();
    link.join();
    holder.join();
  }

  static int enterOuter() {
    count++;
    synchronized (outer) {
      return count + 1;
    }
  }

  static void enterBoth(CountDownLatch held) {
    synchronized (outer) {
      held.countDown();
      enterInner();
    }
  }

  static int enterInner() {
    count--;
    synchronized (inner) {
      return count - 1;
    }
  }

  static void awaitBlocked(Thread thread) {
    while (thread.getState() != Thread.State.BLOCKED) Thread.yield();
  }

  static void rest(int ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }
}
