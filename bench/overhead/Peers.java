import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import one.profiler.AsyncProfiler;

/**
 * Who is measured beside the agent, on a desktop JVM:
 *
 *   peer profiler LIBRARY COMMAND    async-profiler, for example start,event=wall,interval=10ms,threads
 *   peer jfr MS                      the JVM's own flight recorder
 *   peer jfr 0 [PATH]                its end; the recording goes to the file
 *   peer stacks US|0                 a thread that calls getStackTrace
 */
public final class Peers {
  private static final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private static Recording recording;
  private static volatile long intervalNs;
  private static Thread sampler;
  private static final Map<String, Integer> found = new HashMap<>();

  public static long cpuNs() {
    return threads.getCurrentThreadCpuTime();
  }

  public static void run(String[] words) throws Exception {
    if (words[1].equals("profiler")) AsyncProfiler.getInstance(words[2]).execute(words[3]);
    if (words[1].equals("jfr")) record(Long.parseLong(words[2]), words.length > 3 ? words[3] : null);
    if (words[1].equals("stacks")) sample(Long.parseLong(words[2]));
  }

  private static void record(long ms, String path) throws IOException {
    if (recording != null && path != null) recording.dump(Path.of(path));
    if (recording != null) recording.close();
    recording = null;
    if (ms == 0) return;
    recording = new Recording();
    recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(ms));
    recording.enable("jdk.NativeMethodSample").withPeriod(Duration.ofMillis(ms));
    recording.start();
  }

  private static void sample(long us) throws InterruptedException {
    intervalNs = us * 1000;
    if (sampler != null) sampler.join();
    sampler = null;
    if (us == 0) return;
    Thread main = Thread.currentThread();
    sampler = new Thread(() -> sampleUntilStopped(main), "stacks");
    sampler.setDaemon(true);
    sampler.start();
  }

  private static void sampleUntilStopped(Thread thread) {
    long next = System.nanoTime();
    while (intervalNs > 0) {
      StackTraceElement[] stack = thread.getStackTrace();
      if (stack.length > 0) found.merge(stack[0].getMethodName(), 1, Integer::sum);
      next += intervalNs;
      LockSupport.parkNanos(next - System.nanoTime());
    }
  }
}
