import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;

/**
 * Main waits in a read, by one command per line of standard input, which is a socket: `pipe MS`, or `path MS PATH` of a named pipe. Answers
 * `done BEGIN END`, in nanoseconds.
 */
public class Reads {
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      String[] words = line.split(" ");
      String sleep = "sleep " + Integer.parseInt(words[1]) / 1000.0;
      Process other = words[0].equals("pipe") ? start(sleep) : start("exec 3> '" + words[2] + "'; " + sleep);
      try (InputStream from = words[0].equals("pipe") ? other.getInputStream() : new FileInputStream(words[2])) {
        long begin = System.nanoTime();
        from.read();
        System.out.println("done " + begin + " " + System.nanoTime());
      }
      other.waitFor();
    }
  }

  static Process start(String command) throws Exception {
    return new ProcessBuilder("sh", "-c", command).start();
  }
}
