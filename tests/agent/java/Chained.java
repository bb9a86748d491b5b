import android.os.Handler;
import android.os.HandlerThread;
import android.os.Looper;
import android.os.Message;
import android.util.Printer;
import com.example.phone.Phone;
import java.lang.reflect.Field;
import java.util.Scanner;

/**
 * An app that watches its own main looper, by an observer or a printer, as asked by lines of standard input: `set NUMBER`, `over
 * NUMBER` (it calls what was set before), `none`, `slot`, `post`, `letter`, `busy MS`, `other`. Answers each with a line.
 */
public class Chained {
  static boolean observes;
  static final int[] begins = new int[2];
  static final int[] ends = new int[2];

  /** A message of the app. */
  static final class Task implements Runnable {
    @Override
    public void run() {}
  }

  /** What it says of itself is the user's. */
  static final class Letter implements Runnable {
    final String text;

    Letter(String text) {
      this.text = text;
    }

    @Override
    public void run() {}

    @Override
    public String toString() {
      return text;
    }
  }

  public static void main(String[] args) {
    Phone.start();
    observes = args[0].equals("observer");
    HandlerThread other = new HandlerThread("other-looper");
    other.setDaemon(true);
    other.start();
    Handler mainHandler = new Handler(Looper.myLooper());
    Handler otherHandler = new Handler(other.getLooper());
    Thread control = new Thread(() -> obey(mainHandler, otherHandler), "control");
    control.setDaemon(true);
    control.start();
    System.out.println("ready");
    Looper.loop();
  }

  static void obey(Handler main, Handler other) {
    Scanner in = new Scanner(System.in);
    while (in.hasNextLine()) {
      String[] words = in.nextLine().split(" ");
      if (words[0].equals("set")) set(Integer.parseInt(words[1]), null);
      if (words[0].equals("over")) set(Integer.parseInt(words[1]), current());
      if (words[0].equals("none")) setNone();
      if (words[0].equals("busy")) main.post(() -> compute(Integer.parseInt(words[1])));
      if (words[0].equals("post")) main.post(new Task());
      if (words[0].equals("letter")) for (String text : new String[] {"Dear Alice", "Dear@Alice"}) main.post(new Letter(text));
      if (words[0].equals("other")) other.post(new Task());
      // Behind the task, so that its end has been reported.
      (words[0].equals("other") ? other : main).post(() -> System.out.println(slot() + " " + begins[0] + " " + ends[0] + " " + begins[1] + " " + ends[1]));
    }
    System.exit(0);
  }

  static void set(int which, Object before) {
    if (observes) ByObserver.set(which, before);
    else Looper.getMainLooper().setMessageLogging(new ByPrinter(which, (Printer) before));
  }

  static void setNone() {
    if (observes) ByObserver.setNone();
    else Looper.getMainLooper().setMessageLogging(null);
  }

  static void compute(int ms) {
    long end = System.nanoTime() + ms * 1_000_000L;
    while (System.nanoTime() < end) begins[1] += 0;
  }

  /** What is set now: the simple name of its class, with its number when it is one of the app's. */
  static String slot() {
    return String.valueOf(current());
  }

  static Object current() {
    try {
      Field field = Looper.class.getDeclaredField(observes ? "sObserver" : "mLogging");
      field.setAccessible(true);
      return field.get(observes ? null : Looper.getMainLooper());
    } catch (ReflectiveOperationException error) {
      throw new AssertionError(error);
    }
  }

  static final class ByPrinter implements Printer {
    final int which;
    final Printer before;

    ByPrinter(int which, Printer before) {
      this.which = which;
      this.before = before;
    }

    @Override
    public void println(String line) {
      (line.startsWith(">") ? begins : ends)[which]++;
      if (before != null) before.println(line);
    }

    @Override
    public String toString() {
      return "own" + which;
    }
  }

  static final class ByObserver implements Looper.Observer {
    final int which;
    final Looper.Observer before;

    ByObserver(int which, Looper.Observer before) {
      this.which = which;
      this.before = before;
    }

    static void set(int which, Object before) {
      Looper.setObserver(new ByObserver(which, (Looper.Observer) before));
    }

    static void setNone() {
      Looper.setObserver(null);
    }

    @Override
    public Object messageDispatchStarting() {
      begins[which]++;
      return before == null ? this : before.messageDispatchStarting();
    }

    @Override
    public void messageDispatched(Object token, Message message) {
      if (token == this || before != null) ends[which]++;
      if (before != null) before.messageDispatched(token, message);
    }

    @Override
    public void dispatchingThrewException(Object token, Message message, Exception exception) {}

    @Override
    public String toString() {
      return "own" + which;
    }
  }
}
