import android.os.Handler;
import android.os.Looper;
import com.example.phone.Phone;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * Loads a main thread that has a looper. Lines of standard input say how:
 *
 *   work MS US     messages of US microseconds, one behind the other; answers OPERATIONS CPU_NS WALL_NS
 *   sleep MS       answers nothing but the line
 *   peer WHAT ...  see Peers
 */
public final class Messages {
  private static Handler main;
  private static long operations;
  private static long endNs;
  private static long beginCpuNs;
  private static long beginNs;

  public static void main(String[] args) {
    Phone.start();
    main = new Handler(Looper.myLooper());
    Thread control = new Thread(Messages::obey, "control");
    control.setDaemon(true);
    control.start();
    System.out.println("ready");
    Looper.loop();
  }

  private static void obey() {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    try {
      for (String line; (line = in.readLine()) != null; ) take(line.split(" "));
    } catch (Exception failure) {
      failure.printStackTrace();
    }
    Runtime.getRuntime().halt(0);
  }

  private static void take(String[] words) throws Exception {
    if (words[0].equals("work")) {
      long messageNs = Long.parseLong(words[2]) * 1000;
      long forNs = Long.parseLong(words[1]) * 1000000;
      main.post(() -> begin(forNs, messageNs));
      return;
    }
    if (words[0].equals("sleep")) Thread.sleep(Long.parseLong(words[1]));
    if (words[0].equals("peer")) Peers.run(words);
    System.out.println("done");
  }

  private static void begin(long forNs, long messageNs) {
    operations = 0;
    beginCpuNs = Peers.cpuNs();
    beginNs = System.nanoTime();
    endNs = beginNs + forNs;
    work(messageNs);
  }

  private static void work(long messageNs) {
    operations += Load.operate(Math.min(endNs, System.nanoTime() + messageNs));
    if (System.nanoTime() < endNs) main.post(() -> work(messageNs));
    else System.out.println(operations + " " + (Peers.cpuNs() - beginCpuNs) + " " + (System.nanoTime() - beginNs));
  }
}
