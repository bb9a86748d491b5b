import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Its main thread spends known times in known methods. Lines of standard input are commands:
 *
 *   play SEED        pieces of all methods in a random order; answers BEGIN_NS END_NS and NAME WALL_NS CPU_NS of each
 *   count PATH       a flight recording; answers NAME SAMPLES of each method that was innermost of these
 *   peer WHAT ...    see Peers
 */
public final class Tasks {
  private interface Task {
    /** For so long: by the thread's CPU clock in a computation, so that none ends while others have the cores. */
    void run(long ns) throws Exception;
  }

  /** Total of each method in milliseconds: 60 to 600, half of them short pieces. */
  private static final int[] TOTALS_MS = {60, 90, 120, 180, 250, 350, 450, 600, 80, 200};

  private static final Map<String, Task> tasks = new LinkedHashMap<>();
  private static final int[] numbers = new int[4096];
  private static final Object lock = new Object();
  private static volatile double sink;

  static {
    tasks.put("mixColors", Tasks::mixColors);
    tasks.put("sortWords", Tasks::sortWords);
    tasks.put("hashBlocks", Tasks::hashBlocks);
    tasks.put("scaleImage", Tasks::scaleImage);
    tasks.put("joinTexts", Tasks::joinTexts);
    tasks.put("countPrimes", Tasks::countPrimes);
    tasks.put("walkTree", Tasks::walkTree);
    tasks.put("sumMatrix", Tasks::sumMatrix);
    tasks.put("waitForTimer", Tasks::waitForTimer);
    tasks.put("waitForTurn", Tasks::waitForTurn);
  }

  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    System.out.println("ready");
    for (String line; (line = in.readLine()) != null; ) System.out.println(answer(line.split(" ")));
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static String answer(String[] words) throws Exception {
    if (words[0].equals("play")) return play(new Random(Long.parseLong(words[1])));
    if (words[0].equals("count")) return count(Path.of(words[1]));
    if (words[0].equals("peer")) Peers.run(words);
    return "done";
  }

  private record Piece(String name, long ns) {}

  private static String play(Random random) throws Exception {
    List<Piece> pieces = new ArrayList<>();
    int at = 0;
    for (String name : tasks.keySet()) {
      for (long left = TOTALS_MS[at++] * 1_000_000L; left > 0; ) {
        long ns = Math.min(left, 2_000_000 + random.nextInt(38_000_000));
        pieces.add(new Piece(name, ns));
        left -= ns;
      }
    }
    Collections.shuffle(pieces, random);
    Map<String, long[]> spent = new TreeMap<>();
    long begin = System.nanoTime();
    for (Piece piece : pieces) {
      long cpu = Peers.cpuNs(), wall = System.nanoTime();
      tasks.get(piece.name).run(piece.ns);
      long[] sums = spent.computeIfAbsent(piece.name, name -> new long[2]);
      sums[0] += System.nanoTime() - wall;
      sums[1] += Peers.cpuNs() - cpu;
    }
    StringBuilder text = new StringBuilder().append(begin).append(' ').append(System.nanoTime());
    spent.forEach((name, sums) -> text.append(' ').append(name).append(' ').append(sums[0]).append(' ').append(sums[1]));
    return text.toString();
  }

  private static String count(Path path) throws Exception {
    Map<String, Integer> counts = new TreeMap<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(path)) {
      if (!event.getEventType().getName().endsWith("Sample")) continue;
      RecordedStackTrace stack = event.getStackTrace();
      if (stack == null) continue;
      for (RecordedFrame frame : stack.getFrames()) {
        if (!tasks.containsKey(frame.getMethod().getName())) continue;
        counts.merge(frame.getMethod().getName(), 1, Integer::sum);
        break;
      }
    }
    StringBuilder text = new StringBuilder("counts");
    counts.forEach((name, samples) -> text.append(' ').append(name).append(' ').append(samples));
    return text.toString();
  }

  private static void mixColors(long ns) {
    long end = Peers.cpuNs() + ns;
    for (int seed = 1; Peers.cpuNs() < end; seed++) {
      for (int i = 0; i < 8 * numbers.length; i++) numbers[i % numbers.length] = numbers[i % numbers.length] * 31 + (seed ^ i >>> 3);
    }
  }

  private static void sortWords(long ns) {
    long end = Peers.cpuNs() + ns;
    while (Peers.cpuNs() < end) {
      int[] copy = numbers.clone();
      java.util.Arrays.sort(copy, 0, 512);
      sink += copy[0];
    }
  }

  private static void hashBlocks(long ns) {
    long end = Peers.cpuNs() + ns;
    long hash = 17;
    while (Peers.cpuNs() < end) for (int number : numbers) hash = Long.rotateLeft(hash * 0x9E3779B97F4A7C15L + number, 13);
    sink += hash;
  }

  private static void scaleImage(long ns) {
    long end = Peers.cpuNs() + ns;
    float sum = 0;
    while (Peers.cpuNs() < end) for (int i = 1; i < numbers.length; i++) sum = (sum + 1.5f * numbers[i - 1]) % 255;
    sink += sum;
  }

  private static void joinTexts(long ns) {
    long end = Peers.cpuNs() + ns;
    while (Peers.cpuNs() < end) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 200; i++) text.append(numbers[i]).append(',');
      sink += text.length();
    }
  }

  private static void countPrimes(long ns) {
    long end = Peers.cpuNs() + ns;
    int found = 0;
    for (int first = 3; Peers.cpuNs() < end; first += 64) {
      for (int number = first; number < first + 64; number += 2) {
        boolean isPrime = true;
        for (int divisor = 3; isPrime && divisor * divisor <= number; divisor += 2) isPrime = number % divisor != 0;
        if (isPrime) found++;
      }
    }
    sink += found;
  }

  private static void walkTree(long ns) {
    long end = Peers.cpuNs() + ns;
    while (Peers.cpuNs() < end) sink += descend(16);
  }

  private static int descend(int depth) {
    return depth == 0 ? 1 : descend(depth - 1) + numbers[depth] % 3;
  }

  private static void sumMatrix(long ns) {
    long end = Peers.cpuNs() + ns;
    double sum = 0;
    while (Peers.cpuNs() < end) {
      for (int row = 0; row < 64; row++) for (int column = 0; column < 64; column++) sum += Math.sqrt(Math.abs(numbers[column * 64 + row]));
    }
    sink += sum;
  }

  private static void waitForTimer(long ns) throws InterruptedException {
    Thread.sleep(ns / 1_000_000, (int) (ns % 1_000_000));
  }

  private static void waitForTurn(long ns) throws InterruptedException {
    long end = System.nanoTime() + ns;
    synchronized (lock) {
      for (long left; (left = end - System.nanoTime()) > 0; ) lock.wait(left / 1_000_000, (int) Math.max(1, left % 1_000_000));
    }
  }
}
