import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Loads its main thread as asked by lines of standard input, on a desktop JVM and on ART alike:
 *
 *   work MS DEPTH     sorts, hashes and builds strings; answers OPERATIONS CPU_NS WALL_NS
 *   gaps MS DEPTH     reads the clock without a pause; answers the gaps above 3 us as BEGIN_NS END_NS ...
 *   storm MS          two pairs of threads hand a turn over by park and unpark; answers HAND_OVERS CPU_NS WALL_NS
 *   sleep MS          answers nothing but the line
 *   attach SPEC       ART: attaches an agent; answers NS
 *   peer WHAT ...     a desktop JVM: see Peers
 */
public final class Load {
  private static final int SHORTEST_GAP_NS = 3000;
  private static final int MOST_GAPS = 1 << 16;

  private static final int[] numbers = new int[512];
  private static final long[] gaps = new long[2 * MOST_GAPS];
  private static volatile long sink;
  private static Method cpuOfArt;
  private static int gapCount;
  private static long operations;

  static {
    for (int i = 0; i < numbers.length; i++) numbers[i] = i * 0x9E3779B1;
  }

  public static void main(String[] args) throws Exception {
    boolean art = "Dalvik".equals(System.getProperty("java.vm.name"));
    if (art) cpuOfArt = Class.forName("dalvik.system.VMDebug").getMethod("threadCpuTimeNanos");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    System.out.println("ready");
    for (String line; (line = in.readLine()) != null; ) System.out.println(answer(line.split(" ")));
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static String answer(String[] words) throws Exception {
    if (words[0].equals("work")) return work(Long.parseLong(words[1]), Integer.parseInt(words[2]));
    if (words[0].equals("gaps")) return gapsOf(Long.parseLong(words[1]), Integer.parseInt(words[2]));
    if (words[0].equals("storm")) return storm(Long.parseLong(words[1]));
    if (words[0].equals("sleep")) Thread.sleep(Long.parseLong(words[1]));
    if (words[0].equals("attach")) return attach(words[1]);
    if (words[0].equals("peer")) Class.forName("Peers").getMethod("run", String[].class).invoke(null, (Object) words);
    return "done";
  }

  private static String work(long ms, int depth) throws Exception {
    operations = 0;
    long cpu = cpuNs();
    long begin = System.nanoTime();
    descend(depth, begin + ms * 1000000, 0);
    return operations + " " + (cpuNs() - cpu) + " " + (System.nanoTime() - begin);
  }

  private static String storm(long ms) throws Exception {
    long begin = System.nanoTime();
    Turns[] all = new Turns[4];
    for (int i = 0; i < all.length; i++) all[i] = new Turns(begin + ms * 1000000);
    for (int i = 0; i < all.length; i++) all[i].partner = all[i ^ 1];
    for (int i = 0; i < all.length; i++) all[i].isMine = i % 2 == 0;
    for (Turns each : all) each.start();
    long cpu = 0;
    long turns = 0;
    for (Turns each : all) {
      each.join();
      cpu += each.cpuNs;
      turns += each.turns;
    }
    return turns + " " + cpu + " " + (System.nanoTime() - begin);
  }

  private static final class Turns extends Thread {
    private final long end;
    private Turns partner;
    private volatile boolean isMine;
    private volatile boolean isOver;
    private long turns;
    private long cpuNs;

    Turns(long end) {
      this.end = end;
    }

    @Override
    public void run() {
      while (System.nanoTime() < end) {
        while (!isMine && !partner.isOver) LockSupport.park(this);
        if (!isMine) break;
        isMine = false;
        partner.isMine = true;
        turns++;
        LockSupport.unpark(partner);
      }
      isOver = true;
      LockSupport.unpark(partner);
      try {
        cpuNs = cpuNs();
      } catch (Exception unknown) {
        throw new IllegalStateException(unknown);
      }
    }
  }

  private static String gapsOf(long ms, int depth) {
    gapCount = 0;
    descend(depth, System.nanoTime() + ms * 1000000, 1);
    StringBuilder text = new StringBuilder("gaps");
    for (int i = 0; i < 2 * gapCount; i++) text.append(' ').append(gaps[i]);
    return text.toString();
  }

  private static int descend(int depth, long end, int what) {
    if (depth > 0) return descend(depth - 1, end, what) + 1;
    if (what == 0) operations += operate(end);
    else while (System.nanoTime() < end) watchClock(end);
    return 0;
  }

  /** Operations until then, at least one. */
  static long operate(long end) {
    long count = 0;
    do {
      sink += operation();
      count++;
    } while (System.nanoTime() < end);
    return count;
  }

  private static long operation() {
    int[] sorted = numbers.clone();
    Arrays.sort(sorted);
    HashMap<Integer, Integer> counts = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      Integer before = counts.get(sorted[i] & 63);
      counts.put(sorted[i] & 63, before == null ? 1 : before + 1);
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60; i++) text.append(sorted[i]);
    return counts.size() + text.toString().hashCode();
  }

  /** Turns of 1.3 ms in one of two methods each: two samples in a row then mostly differ, and each has its time in the stream. */
  private static void watchClock(long end) {
    long now = System.nanoTime();
    if ((now >> 20 & 1) == 0) watchOneTurn(Math.min(end, now + 1300000));
    else watchOtherTurn(Math.min(end, now + 1300000));
  }

  private static void watchOneTurn(long end) {
    long last = System.nanoTime();
    for (long now = last; now < end; last = now) {
      now = System.nanoTime();
      if (now - last > SHORTEST_GAP_NS) note(last, now);
    }
  }

  private static void watchOtherTurn(long end) {
    long last = System.nanoTime();
    for (long now = last; now < end; last = now) {
      now = System.nanoTime();
      if (now - last > SHORTEST_GAP_NS) note(last, now);
    }
  }

  private static void note(long begin, long end) {
    if (gapCount == MOST_GAPS) return;
    gaps[2 * gapCount] = begin;
    gaps[2 * gapCount + 1] = end;
    gapCount++;
  }

  private static long cpuNs() throws Exception {
    if (cpuOfArt != null) return (Long) cpuOfArt.invoke(null);
    return (Long) Class.forName("Peers").getMethod("cpuNs").invoke(null);
  }

  private static String attach(String spec) throws Exception {
    Method attach = Class.forName("dalvik.system.VMDebug").getMethod("attachAgent", String.class, ClassLoader.class);
    long begin = System.nanoTime();
    attach.invoke(null, spec, Load.class.getClassLoader());
    return String.valueOf(System.nanoTime() - begin);
  }
}
