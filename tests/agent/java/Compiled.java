import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * Computes in methods that a just-in-time compiler compiles, and answers which it was in: `spans ROUNDS METHOD BEGIN END …` in nanoseconds.
 * `attach PATH=OPTIONS` loads an agent; `warm MS` makes methods hot, `methods MS` calls them in turn, `once MS` has a long loop.
 */
public class Compiled {
  static volatile long sink;
  static final StringBuilder spans = new StringBuilder();
  static long rounds;

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      String[] words = line.split(" ");
      spans.setLength(0);
      rounds = 0;
      long begin = System.nanoTime();
      if (words[0].equals("attach")) attach(words[1]);
      else if (words[0].equals("warm")) warm(Integer.parseInt(words[1]));
      else if (words[0].equals("methods")) methods(Integer.parseInt(words[1]));
      else if (words[0].equals("once")) once(Integer.parseInt(words[1]));
      if (spans.length() > 0) System.out.println("spans " + rounds + spans);
      else System.out.println("done " + begin + " " + System.nanoTime() + " " + rounds);
    }
    Runtime.getRuntime().halt(0);
  }

  static void attach(String agent) throws Exception {
    Class<?> debug = Class.forName("dalvik.system.VMDebug");
    debug.getMethod("attachAgent", String.class, ClassLoader.class).invoke(null, agent, Compiled.class.getClassLoader());
  }

  static void warm(int ms) {
    long end = System.nanoTime() + ms * 1000000L;
    while (System.nanoTime() < end) {
      multiply(0);
      shift(0);
      deep(12, 0);
    }
  }

  static void methods(int ms) {
    long end = System.nanoTime() + ms * 1000000L;
    while (System.nanoTime() < end) {
      long a = System.nanoTime();
      multiply(a + 40000000L);
      long b = System.nanoTime();
      shift(b + 40000000L);
      long c = System.nanoTime();
      deep(12, c + 40000000L);
      note("multiply", a, b);
      note("shift", b, c);
      note("deep", c, System.nanoTime());
    }
  }

  static void note(String method, long begin, long end) {
    spans.append(' ').append(method).append(' ').append(begin).append(' ').append(end);
  }

  static void multiply(long until) {
    long x = 1;
    do { x = multiplied(x, 200); rounds++; } while (System.nanoTime() < until);
    sink = x;
  }

  static long multiplied(long x, int times) {
    for (int i = 0; i < times; i++) x = x * 6364136223846793005L + i;
    return x;
  }

  static void shift(long until) {
    long x = 88172645463325252L;
    do { x = shifted(x, 200); rounds++; } while (System.nanoTime() < until);
    sink = x;
  }

  static long shifted(long x, int times) {
    for (int i = 0; i < times; i++) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }
    return x;
  }

  static void deep(int levels, long until) {
    if (levels > 0) deep(levels - 1, until);
    else multiply(until);
    sink++;
  }

  /** Called once: it can only be compiled while it runs. */
  static void once(int ms) {
    long end = System.nanoTime() + ms * 1000000L, x = 1, a, b;
    while ((a = System.nanoTime()) < end) {
      do { for (int i = 0; i < 200; i++) x = x * 6364136223846793005L + i; rounds++; } while (System.nanoTime() < a + 40000000L); // first
      b = System.nanoTime();
      do { for (int i = 0; i < 200; i++) { x ^= x << 13; x ^= x >>> 7; } rounds++; } while (System.nanoTime() < b + 40000000L); // second
      note("first", a, b);
      note("second", b, System.nanoTime());
    }
    sink = x;
  }
}
