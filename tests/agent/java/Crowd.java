import android.os.Handler;
import android.os.Looper;
import com.example.phone.Phone;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Paths;

/**
 * An app with a main looper and many threads. `crowd N` starts N threads that mostly sleep; `churn N` begins and ends N threads; `reuse MS` has
 * a thread compute, then another with the kernel's id of the first: it answers the id, 0 if none got it in time. `busy MS` and `forever`
 * compute in a message, the latter until `stop`. `attach PATH=OPTIONS` loads an agent, on ART. Answers with begin and end in microseconds.
 */
public class Crowd {
  static final int REUSE_MOST = 40_000;
  static volatile double sink;
  static volatile boolean isStopped;

  public static void main(String[] args) {
    Phone.start();
    Handler main = new Handler(Looper.myLooper());
    startDaemon("control", () -> {
      try {
        obey(main);
      } catch (Throwable error) {
        // Otherwise the test would wait for an answer.
        error.printStackTrace();
        System.exit(1);
      }
    });
    System.out.println("ready");
    Looper.loop();
  }

  static void obey(Handler main) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      String[] words = line.split(" ");
      boolean attaches = words[0].equals("attach");
      int number = words.length > 1 && !attaches ? Integer.parseInt(words[1]) : 0;
      long begin = System.nanoTime();
      try {
        if (attaches) attach(words[1]);
        if (words[0].equals("crowd")) for (int i = 0; i < number; i++) startDaemon("crowd-" + i, Crowd::liveOn);
        if (words[0].equals("churn")) churn(number);
        if (words[0].equals("reuse")) {
          System.out.println(reuse(number));
          continue;
        }
        if (words[0].equals("busy")) {
          main.post(() -> answerAfter(main, number));
          continue;
        }
        if (words[0].equals("forever")) main.post(Crowd::computeUntilStopped);
        if (words[0].equals("stop")) isStopped = true;
      } catch (Exception error) {
        throw new AssertionError(error);
      }
      System.out.println(begin / 1000 + " " + System.nanoTime() / 1000);
    }
    System.exit(0);
  }

  static void attach(String agent) throws ReflectiveOperationException {
    Class<?> debug = Class.forName("dalvik.system.VMDebug");
    debug.getMethod("attachAgent", String.class, ClassLoader.class).invoke(null, agent, Crowd.class.getClassLoader());
  }

  static void answerAfter(Handler main, int ms) {
    long begin = System.nanoTime();
    compute(ms);
    long end = System.nanoTime();
    main.post(() -> System.out.println(begin / 1000 + " " + end / 1000));
  }

  static void compute(int ms) {
    long end = System.nanoTime() + ms * 1_000_000L;
    while (System.nanoTime() < end) sink += Math.sqrt(end);
  }

  static void computeUntilStopped() {
    while (!isStopped) compute(1);
  }

  static void liveOn() {
    for (int round = 0; ; round++) {
      for (int i = 0; i < 2_000; i++) sink += Math.sqrt(i + round);
      try {
        Thread.sleep(200);
      } catch (InterruptedException end) {
        return;
      }
    }
  }

  static void churn(int count) throws InterruptedException {
    for (int at = 0; at < count; at += 50) {
      Thread[] batch = new Thread[Math.min(50, count - at)];
      for (int i = 0; i < batch.length; i++) batch[i] = startDaemon("churn-" + (at + i), () -> sink++);
      for (Thread each : batch) each.join();
    }
  }

  /** The kernel gives ids in turn, and begins again. */
  static String reuse(int ms) throws Exception {
    int[] id = new int[1];
    startDaemon("first-owner", () -> {
      id[0] = kernelId();
      compute(ms);
    }).join();
    for (int i = 0; i < REUSE_MOST; i++) {
      boolean[] isSame = new boolean[1];
      startDaemon("between", () -> {
        isSame[0] = kernelId() == id[0];
        if (!isSame[0]) return;
        Thread.currentThread().setName("second-owner");
        beSecond(ms);
      }).join();
      if (isSame[0]) return String.valueOf(id[0]);
    }
    return "0";
  }

  static void beSecond(int ms) {
    compute(ms);
  }

  static int kernelId() {
    try {
      return Integer.parseInt(Paths.get("/proc/thread-self").toRealPath().getFileName().toString());
    } catch (IOException error) {
      throw new AssertionError(error);
    }
  }

  static Thread startDaemon(String name, Runnable body) {
    Thread thread = new Thread(null, body, name, 128 << 10);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
