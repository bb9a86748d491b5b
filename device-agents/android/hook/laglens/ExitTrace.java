package laglens;

import android.app.ApplicationExitInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;

/** Android's trace of one ended process, as far as it is reported. */
final class ExitTrace {
  private static final int MOST_LETTERS = 256 * 1024;

  final long wallMs;
  final int pid;
  final String text;
  /** The trace goes on. */
  final boolean isCut;
  /** Letters of the text that the agent has. */
  int reported;

  private ExitTrace(ApplicationExitInfo exit, String text, boolean isCut) {
    wallMs = exit.getTimestamp();
    pid = exit.getPid();
    this.text = text;
    this.isCut = isCut;
  }

  /** Null without one. */
  static ExitTrace of(ApplicationExitInfo exit) throws IOException {
    InputStream stream = exit.getTraceInputStream();
    if (stream == null) return null;
    StringBuilder text = new StringBuilder();
    try {
      boolean isCut = read(new InputStreamReader(stream, "UTF-8"), text);
      return text.length() == 0 ? null : new ExitTrace(exit, text.toString(), isCut);
    } finally {
      stream.close();
    }
  }

  /** @return true if the text is longer */
  private static boolean read(Reader reader, StringBuilder text) throws IOException {
    char[] letters = new char[8 * 1024];
    for (int count; (count = reader.read(letters)) > 0; ) {
      for (int i = 0; i < count; i++) {
        if (text.length() == MOST_LETTERS) return true;
        text.append(isPlain(letters[i]) ? letters[i] : '?');
      }
    }
    return false;
  }

  /** JNI's UTF-8 has other forms of NUL and of pairs. */
  private static boolean isPlain(char letter) {
    return letter == '\n' || letter == '\t' || (letter >= ' ' && letter != 127 && !Character.isSurrogate(letter));
  }
}
