package laglens;

import android.app.ActivityManager;
import android.app.ActivityThread;
import android.app.Application;
import android.app.ApplicationExitInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Android's traces of the ANRs that ended earlier processes of the app, read once per host on a thread of their own, as the system's answer
 * may take long. Below API 30 there are none.
 */
final class ExitTraces implements Runnable {
  /** Answers of `report`. */
  private static final int NOTHING_LEFT = 0, NOT_READY = 1, MORE = 2;
  /** ApplicationExitInfo.REASON_ANR. */
  private static final int ANR = 6;
  private static final int MOST_TRACES = 3;
  /** Android keeps 16 records of an app. */
  private static final int MOST_RECORDS = 16;
  private static final long OLDEST_MS = 24L * 60 * 60 * 1000;
  /** At most 48 KiB of UTF-8. */
  private static final int PIECE_LETTERS = 16 * 1024;
  /** Of the field `rest`. */
  private static final int LAST = 0, FOLLOWED = 1, LAST_OF_CUT = 2;

  /** The agent's thread only. */
  private static ExitTraces current;

  private final Application application;
  private final ArrayList<ExitTrace> traces = new ArrayList<ExitTrace>();
  private String failure;
  /** Set last: all else belongs to the agent's thread then. */
  private volatile boolean isRead;

  private ExitTraces(Application application) {
    this.application = application;
  }

  static native void piece(long wallMs, int pid, int reason, int from, int rest, String text);

  static native void failed(String why);

  /** On the agent's thread. @param isNewHost what was reported before went to another one */
  static int report(boolean isNewHost) {
    try {
      if (isNewHost && current != null && current.isRead) current = null;
      if (current == null) return begin();
      return current.isRead ? current.reportNext() : NOT_READY;
    } catch (RuntimeException cause) {
      failed(Failure.of(cause));
    } catch (LinkageError noAndroid) {
      // A process without android.app.
    }
    return NOTHING_LEFT;
  }

  private static int begin() {
    Application application = ActivityThread.currentApplication();
    if (application == null) return NOT_READY;
    ExitTraces reading = new ExitTraces(application);
    // The agent knows its own threads by their names.
    Thread thread = new Thread(reading, "laglens-exits");
    thread.setDaemon(true);
    thread.start();
    current = reading;
    return NOT_READY;
  }

  private int reportNext() {
    if (failure != null) failed(failure);
    failure = null;
    if (traces.isEmpty()) return NOTHING_LEFT;
    ExitTrace trace = traces.get(0);
    int end = endOfPiece(trace.text, trace.reported);
    boolean isLast = end == trace.text.length();
    piece(trace.wallMs, trace.pid, ANR, trace.reported, !isLast ? FOLLOWED : trace.isCut ? LAST_OF_CUT : LAST, trace.text.substring(trace.reported, end));
    trace.reported = end;
    if (isLast) traces.remove(0);
    return traces.isEmpty() ? NOTHING_LEFT : MORE;
  }

  private static int endOfPiece(String text, int from) {
    int end = from + PIECE_LETTERS;
    if (end >= text.length()) return text.length();
    int line = text.lastIndexOf('\n', end - 1);
    return line > from ? line + 1 : end;
  }

  @Override
  public void run() {
    try {
      read();
    } catch (Throwable cause) {
      // Also without memory the app goes on.
      failure = Failure.of(cause);
    }
    isRead = true;
  }

  private void read() {
    ActivityManager manager = (ActivityManager) application.getSystemService("activity");
    if (manager == null) return;
    long oldestMs = System.currentTimeMillis() - OLDEST_MS;
    for (ApplicationExitInfo exit : newestFirst(manager)) {
      if (traces.size() == MOST_TRACES) return;
      if (exit.getReason() != ANR || exit.getTimestamp() < oldestMs) continue;
      try {
        ExitTrace trace = ExitTrace.of(exit);
        if (trace != null) traces.add(trace);
      } catch (IOException unreadable) {
        failure = String.valueOf(unreadable);
      }
    }
  }

  private static List<ApplicationExitInfo> newestFirst(ActivityManager manager) {
    try {
      return manager.getHistoricalProcessExitReasons(null, 0, MOST_RECORDS);
    } catch (NoSuchMethodError olderThanApi30) {
      return Collections.emptyList();
    }
  }
}
