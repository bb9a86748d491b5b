import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets the main thread wait for threads that wait for others, by one command per line of standard input: `KIND MS`. Answers
 * `done BEGIN END ENDER LATE`, times in nanoseconds: the thread that ended main's wait by its own account, and how much later main went on.
 */
public class Locks {
  /**
   * Main waits for nothing so long after its wait: at the latest after the longest silence that tests allow it (70 ms), the agent sees that
   * the wait ended, and who has the lock then.
   */
  static final int KEPT_MS = 150;
  static final Object monitor = new Object();
  static final Object second = new StringBuilder();
  static volatile String releaser;
  static volatile long releasedNs;
  /** As main knew when its wait ended. */
  static String endedBy;
  static long lateNs;

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      String[] words = line.split(" ");
      int ms = Integer.parseInt(words[1]);
      releaser = endedBy = "-";
      releasedNs = lateNs = 0;
      long begin = System.nanoTime();
      if (words[0].equals("chain")) waitInChain(ms);
      else if (words[0].equals("ring")) waitInRing(Integer.parseInt(words[2]), ms);
      else if (words[0].equals("others")) waitBesideRing(ms);
      else if (words[0].equals("monitor")) waitForMonitor(ms);
      else if (words[0].equals("class")) waitForClass(ms);
      else if (words[0].equals("passed")) waitForPassedMonitor(ms);
      else if (words[0].equals("lock")) waitForLock(ms);
      else if (words[0].equals("interrupted")) waitInterrupted(ms);
      else if (words[0].equals("park")) waitForPermit(ms);
      else if (words[0].equals("notify")) waitForNotice(ms);
      else throw new IllegalArgumentException(line);
      System.out.println("done " + begin + " " + System.nanoTime() + " " + endedBy + " " + lateNs);
    }
  }

  static void notes() {
    releaser = Thread.currentThread().getName();
    releasedNs = System.nanoTime();
  }

  /** Main, when its wait ended. */
  static void goesOn() {
    endedBy = releaser;
    lateNs = System.nanoTime() - releasedNs;
  }

  /** Main for a monitor held by link-1, link-1 for a lock held by link-2, which sleeps. */
  static void waitInChain(int ms) throws Exception {
    Thread main = Thread.currentThread();
    ReentrantLock last = new ReentrantLock();
    CountDownLatch held = new CountDownLatch(2);
    CountDownLatch lastHeld = new CountDownLatch(1);
    Thread first = new Thread(() -> {
      synchronized (monitor) {
        await(lastHeld);
        held.countDown();
        takeLast(last);
        notes();
      }
    }, "link-1");
    startDaemon("link-2", () -> {
      last.lock();
      lastHeld.countDown();
      held.countDown();
      awaitState(main, Thread.State.BLOCKED);
      awaitState(first, Thread.State.WAITING);
      sleepInLast(ms);
      last.unlock();
    });
    first.setDaemon(true);
    first.start();
    held.await();
    enter();
    first.join();
  }

  static void takeLast(ReentrantLock last) {
    last.lock();
    last.unlock();
  }

  static void sleepInLast(int ms) {
    rest(ms);
  }

  static void enter() {
    synchronized (monitor) {
      goesOn();
    }
    rest(KEPT_MS);
  }

  /** Main and others, each with a lock, for the next one's. Main's neighbour gives up after a time. */
  static void waitInRing(int threads, int ms) throws Exception {
    ReentrantLock[] locks = new ReentrantLock[threads];
    CountDownLatch held = new CountDownLatch(threads);
    Thread[] others = new Thread[threads];
    for (int i = 0; i < threads; i++) locks[i] = new ReentrantLock();
    for (int i = 1; i < threads; i++) {
      ReentrantLock own = locks[i], next = locks[(i + 1) % threads];
      others[i] = startDaemon("ring-" + i, () -> {
        own.lock();
        held.countDown();
        await(held);
        takeOrGiveUp(next);
        notes();
        own.unlock();
      });
    }
    locks[0].lock();
    held.countDown();
    held.await();
    startDaemon("breaker", () -> {
      for (int i = 1; i < threads; i++) awaitState(others[i], Thread.State.WAITING);
      rest(ms);
      others[1].interrupt();
    });
    locks[1].lock();
    goesOn();
    rest(KEPT_MS);
    locks[1].unlock();
    locks[0].unlock();
    for (int i = 1; i < threads; i++) others[i].join();
  }

  static void takeOrGiveUp(ReentrantLock lock) {
    try {
      lock.lockInterruptibly();
      lock.unlock();
    } catch (InterruptedException broken) {
      Thread.currentThread().interrupt();
    }
  }

  /** Two others wait for each other while main sleeps. */
  static void waitBesideRing(int ms) throws Exception {
    ReentrantLock left = new ReentrantLock(), right = new ReentrantLock();
    CountDownLatch held = new CountDownLatch(2);
    Thread one = startDaemon("left", () -> holdBoth(left, right, held));
    Thread two = startDaemon("right", () -> holdBoth(right, left, held));
    held.await();
    awaitState(one, Thread.State.WAITING);
    awaitState(two, Thread.State.WAITING);
    rest(ms);
    one.interrupt();
    one.join();
    two.join();
  }

  static void holdBoth(ReentrantLock own, ReentrantLock other, CountDownLatch held) {
    own.lock();
    held.countDown();
    await(held);
    takeOrGiveUp(other);
    own.unlock();
  }

  static void waitForMonitor(int ms) throws Exception {
    Thread main = Thread.currentThread();
    CountDownLatch held = new CountDownLatch(1);
    Thread holder = startDaemon("holder", () -> {
      synchronized (monitor) {
        held.countDown();
        awaitState(main, Thread.State.BLOCKED);
        rest(ms);
        notes();
      }
    });
    held.await();
    enter();
    holder.join();
  }

  /** For the class that static synchronized methods lock. */
  static void waitForClass(int ms) throws Exception {
    Thread main = Thread.currentThread();
    CountDownLatch held = new CountDownLatch(1);
    Thread holder = startDaemon("class-holder", () -> Shared.hold(main, held, ms));
    held.await();
    Shared.enter();
    rest(KEPT_MS);
    holder.join();
  }

  static class Shared {
    static synchronized void hold(Thread main, CountDownLatch held, int ms) {
      held.countDown();
      awaitState(main, Thread.State.BLOCKED);
      rest(ms);
      notes();
    }

    static synchronized void enter() {
      goesOn();
    }
  }

  /** Two threads hold the monitor one after the other while main waits. */
  static void waitForPassedMonitor(int ms) throws Exception {
    Thread main = Thread.currentThread();
    CountDownLatch held = new CountDownLatch(1);
    Thread[] both = new Thread[2];
    both[1] = new Thread(() -> {
      synchronized (monitor) {
        rest(ms);
        notes();
      }
    }, "passed-to");
    both[0] = startDaemon("passed-by", () -> {
      synchronized (monitor) {
        held.countDown();
        both[1].start();
        awaitState(both[1], Thread.State.BLOCKED);
        awaitState(main, Thread.State.BLOCKED);
        rest(ms);
        notes();
      }
    });
    held.await();
    enter();
    for (Thread each : both) each.join();
  }

  static void waitForLock(int ms) throws Exception {
    Thread main = Thread.currentThread();
    ReentrantLock lock = new ReentrantLock();
    CountDownLatch held = new CountDownLatch(1);
    Thread holder = startDaemon("holder", () -> {
      lock.lock();
      held.countDown();
      while (!lock.hasQueuedThread(main)) Thread.yield();
      rest(ms);
      notes();
      lock.unlock();
    });
    held.await();
    lock.lock();
    goesOn();
    rest(KEPT_MS);
    lock.unlock();
    holder.join();
  }

  /** The wait for a lock ends without it: the holder keeps it. */
  static void waitInterrupted(int ms) throws Exception {
    Thread main = Thread.currentThread();
    ReentrantLock lock = new ReentrantLock();
    CountDownLatch held = new CountDownLatch(1), over = new CountDownLatch(1);
    Thread holder = startDaemon("holder", () -> {
      lock.lock();
      held.countDown();
      await(over);
      lock.unlock();
    });
    held.await();
    startDaemon("breaker", () -> {
      while (!lock.hasQueuedThread(main)) Thread.yield();
      rest(ms);
      notes();
      main.interrupt();
    });
    takeOrGiveUp(lock);
    Thread.interrupted();
    goesOn();
    rest(KEPT_MS);
    over.countDown();
    holder.join();
  }

  static void waitForPermit(int ms) throws Exception {
    Thread main = Thread.currentThread();
    Thread giver = startDaemon("giver", () -> {
      awaitState(main, Thread.State.WAITING);
      rest(ms);
      notes();
      LockSupport.unpark(main);
    });
    while (releasedNs == 0) LockSupport.park(second);
    goesOn();
    giver.join();
  }

  static void waitForNotice(int ms) throws Exception {
    Thread main = Thread.currentThread();
    Thread giver = startDaemon("giver", () -> {
      awaitState(main, Thread.State.WAITING);
      rest(ms);
      synchronized (second) {
        notes();
        second.notify();
      }
    });
    synchronized (second) {
      while (releasedNs == 0) second.wait();
      goesOn();
    }
    giver.join();
  }

  static void awaitState(Thread thread, Thread.State state) {
    while (thread.getState() != state) Thread.yield();
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  static void rest(int ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  static Thread startDaemon(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
