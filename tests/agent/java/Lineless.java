import java.io.BufferedReader;
import java.io.InputStreamReader;

/** To be compiled without line numbers: says where its main thread sleeps as the runtime's own stack traces have it. */
public class Lineless {
  static String seen = "";

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      String[] words = line.split(" ");
      if (words[0].equals("attach")) attach(words[1]);
      else outer(Integer.parseInt(words[1]));
      System.out.println("done" + seen);
    }
    Runtime.getRuntime().halt(0);
  }

  static void attach(String agent) throws Exception {
    Class<?> debug = Class.forName("dalvik.system.VMDebug");
    debug.getMethod("attachAgent", String.class, ClassLoader.class).invoke(null, agent, Lineless.class.getClassLoader());
  }

  static void outer(int ms) throws Exception {
    Thread sleeper = Thread.currentThread();
    Thread watcher = new Thread(() -> watch(sleeper));
    watcher.start();
    inner(ms);
    watcher.join();
  }

  static void inner(int ms) throws Exception {
    if (ms > 0) Thread.sleep(ms);
  }

  static void watch(Thread sleeper) {
    while (sleeper.getState() != Thread.State.TIMED_WAITING) Thread.yield();
    StringBuilder text = new StringBuilder();
    for (StackTraceElement frame : sleeper.getStackTrace()) {
      if (frame.getClassName().equals("Lineless")) text.append(' ').append(frame.getMethodName()).append(':').append(frame.getLineNumber());
    }
    seen = text.toString();
  }
}
