import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An app that never rests: `thrash` begins threads that start and end others, load classes, collect garbage, fight for locks, wait and throw;
 * `many N` starts N threads that stand still, `fewer N` ends so many of them, `few` all. Answers each line by one.
 */
public class Thrash {
  static final Object[] locks = {new Object(), new Object()};
  static final AtomicBoolean ended = new AtomicBoolean();
  static volatile Object garbage;
  static Thread[] standing = {};

  interface Work {
    void run() throws Exception;
  }

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      String[] words = line.split(" ");
      if (words[0].equals("thrash")) thrash();
      else if (words[0].equals("many")) stand(Integer.parseInt(words[1]));
      else if (words[0].equals("fewer")) letGo(Integer.parseInt(words[1]));
      else if (words[0].equals("few")) letGo(standing.length);
      System.out.println("done");
    }
    ended.set(true);
  }

  static void thrash() {
    for (int i = 0; i < 2; i++) repeat("starts", Thrash::startOthers);
    repeat("loads", Thrash::loadClass);
    repeat("collects", Thrash::collect);
    for (int i = 0; i < 3; i++) repeat("fights", Thrash::fight);
    repeat("throws", () -> fail(50));
  }

  static void repeat(String name, Work work) {
    Thread thread = new Thread(() -> {
      while (!ended.get()) {
        try {
          work.run();
        } catch (Exception expected) {
          garbage = expected;
        }
      }
    }, name);
    thread.setDaemon(true);
    thread.start();
  }

  static void startOthers() throws InterruptedException {
    Thread[] threads = new Thread[8];
    for (int i = 0; i < threads.length; i++) (threads[i] = new Thread(() -> garbage = new int[100], "short-" + i)).start();
    for (Thread thread : threads) thread.join();
  }

  /** A proxy of a loader of its own is a new class each time. */
  static void loadClass() throws Exception {
    ClassLoader loader = new ClassLoader(Thrash.class.getClassLoader()) {};
    Runnable made = (Runnable) Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class}, (proxy, method, args) -> null);
    made.run();
    Thread.sleep(2);
  }

  static void collect() throws InterruptedException {
    garbage = new byte[1 << 20];
    System.gc();
    Thread.sleep(5);
  }

  static void fight() throws InterruptedException {
    for (Object lock : locks) {
      synchronized (lock) {
        garbage = new int[10];
        lock.wait(1);
      }
    }
  }

  static void fail(int depth) {
    if (depth == 0) throw new IllegalStateException("expected");
    fail(depth - 1);
  }

  static void stand(int count) throws InterruptedException {
    CountDownLatch running = new CountDownLatch(count), until = new CountDownLatch(1);
    standing = new Thread[count];
    for (int i = 0; i < count; i++) {
      standing[i] = new Thread(null, () -> {
        running.countDown();
        try {
          until.await();
        } catch (InterruptedException end) {
          Thread.currentThread().interrupt();
        }
      }, "standing-" + i, 64 << 10);
      standing[i].setDaemon(true);
      standing[i].start();
    }
    running.await();
  }

  static void letGo(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) standing[i].interrupt();
    for (int i = 0; i < count; i++) standing[i].join();
    standing = Arrays.copyOfRange(standing, count, standing.length);
  }
}
