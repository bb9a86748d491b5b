import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Does one thing per line of standard input, on the main thread, and answers `done BEGIN END SLEPT` in nanoseconds, the last of `many`
 * alone. `attach PATH=OPTIONS` loads an agent, on ART; `load PATH` loads a native library; `hold N` keeps N MiB of the heap; `allocate N`
 * makes 3 N MiB of arrays below makeMuch, in 40 N ms, then N MiB below makeLittle: none of 12 KiB or more, to which ART gives whole pages.
 */
public class Program {
  static final Object monitor = new Object();
  static final ReentrantLock lock = new ReentrantLock();
  static volatile double sink;
  static Object[] garbage;
  static byte[] held;
  static long sleptNs;

  public static void main(String[] args) throws Exception {
    startDaemon("twin-of-a-long-name-1", Program::rest);
    startDaemon("twin-of-a-long-name-2", Program::rest);
    startDaemon("only-one", Program::rest);
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      String[] words = line.split(" ");
      sleptNs = 0;
      long begin = System.nanoTime();
      if (words[0].equals("attach")) attach(words[1]);
      else if (words[0].equals("load")) System.load(words[1]);
      else act(words[0], words.length > 1 ? Integer.parseInt(words[1]) : 0);
      System.out.println("done " + begin + " " + System.nanoTime() + " " + sleptNs);
    }
    // ART's own threads may still run; a desktop JVM ends by itself.
    if (System.getProperty("java.vm.name").equals("Dalvik")) Runtime.getRuntime().halt(0);
  }

  static void attach(String agent) throws Exception {
    Class<?> debug = Class.forName("dalvik.system.VMDebug");
    debug.getMethod("attachAgent", String.class, ClassLoader.class).invoke(null, agent, Program.class.getClassLoader());
  }

  static void act(String what, int ms) throws Exception {
    if (what.equals("spin")) spin(ms);
    else if (what.equals("sleep")) Thread.sleep(ms);
    else if (what.equals("monitor")) enterHeldMonitor(ms);
    else if (what.equals("lock")) takeHeldLock(ms);
    else if (what.equals("wait")) waitForNobody(ms);
    else if (what.equals("deep")) descend(200, ms);
    else if (what.equals("gc")) collect(ms);
    else if (what.equals("many")) alternate(ms);
    else if (what.equals("thread")) startAndJoin(ms);
    else if (what.equals("hold")) held = new byte[ms << 20];
    else if (what.equals("allocate")) allocate(ms);
    else if (what.equals("rename")) Thread.currentThread().setName("renamed-main");
    else throw new IllegalArgumentException(what);
  }

  static void spin(int ms) {
    long end = System.nanoTime() + ms * 1000000L;
    while (System.nanoTime() < end) sink += Math.sqrt(end);
  }

  static void enterHeldMonitor(int ms) throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    Thread taker = Thread.currentThread();
    startDaemon("holder", () -> holdMonitor(held, taker, ms));
    held.await();
    synchronized (monitor) {
      sink++;
    }
  }

  static void holdMonitor(CountDownLatch held, Thread taker, int ms) {
    synchronized (monitor) {
      held.countDown();
      awaitState(taker, Thread.State.BLOCKED);
      spin(ms);
    }
  }

  static void takeHeldLock(int ms) throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    Thread taker = Thread.currentThread();
    startDaemon("lock-holder", () -> holdLock(held, taker, ms));
    held.await();
    lock.lock();
    lock.unlock();
  }

  static void holdLock(CountDownLatch held, Thread taker, int ms) {
    lock.lock();
    held.countDown();
    while (!lock.hasQueuedThread(taker)) Thread.yield();
    awaitState(taker, Thread.State.WAITING);
    spin(ms);
    lock.unlock();
  }

  /** So that on a busy computer, too, what is held is waited for as long as it was asked for. */
  static void awaitState(Thread thread, Thread.State state) {
    while (thread.getState() != state) Thread.yield();
  }

  static void waitForNobody(int ms) throws InterruptedException {
    Object nobody = new StringBuilder();
    synchronized (nobody) {
      nobody.wait(ms);
    }
  }

  static void descend(int depth, int ms) {
    if (depth == 0) spin(ms);
    else descend(depth - 1, ms);
  }

  static void collect(int ms) {
    long end = System.nanoTime() + ms * 1000000L;
    while (System.nanoTime() < end) {
      garbage = new Object[1 << 16];
      System.gc();
    }
  }

  static void allocate(int times) {
    for (int i = 0; i < times; i++) makeMuch();
    for (int i = 0; i < times; i++) makeLittle();
  }

  static void makeMuch() {
    fill(3 << 20);
  }

  static void makeLittle() {
    fill(1 << 20);
  }

  /** As many bytes in arrays, a 40th of them each millisecond. */
  static void fill(int bytes) {
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 10; j++) held = new byte[bytes / 400];
      spin(1);
    }
  }

  /** Short turns of work and sleep: many runs of samples. */
  static void alternate(int ms) throws InterruptedException {
    long end = System.nanoTime() + ms * 1000000L;
    while (System.nanoTime() < end) {
      spin(3);
      long begin = System.nanoTime();
      Thread.sleep(3);
      sleptNs += System.nanoTime() - begin;
      descend(20, 3);
    }
  }

  static void startAndJoin(int ms) throws InterruptedException {
    startDaemon("short-lived", () -> spin(ms)).join();
  }

  static Thread startDaemon(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  static void rest() {
    try {
      Thread.sleep(1000000);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }
}
