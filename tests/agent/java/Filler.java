/** A Java agent with a thread that takes another path through two call sites each time: every stack of it is new. */
public class Filler {
  static final int DEPTH = 40;
  static volatile double sink;

  public static void premain(String options) {
    Thread thread = new Thread(Filler::fill, "filler");
    thread.setDaemon(true);
    thread.start();
  }

  static void fill() {
    for (long bits = 1; ; bits = bits * 6364136223846793005L + 1442695040888963407L) descend(bits >>> 16, DEPTH);
  }

  static void descend(long bits, int depth) {
    if (depth == 0) spin();
    else if ((bits & 1) == 0) descend(bits >>> 1, depth - 1);
    else descend(bits >>> 1, depth - 1);
  }

  static void spin() {
    long end = System.nanoTime() + 5_000_000;
    while (System.nanoTime() < end) sink += Math.sqrt(end);
  }
}
