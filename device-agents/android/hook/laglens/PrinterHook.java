package laglens;

import android.os.Looper;
import android.util.Printer;
import java.lang.reflect.Field;

/**
 * Before API 29: reads the lines that Looper.loop gives to the main looper's printer,
 *
 * <pre>
 * &gt;&gt;&gt;&gt;&gt; Dispatching to Handler (android.view.Choreographer$FrameHandler) {1f2e3d} com.example.Task@4c5b6a: 0
 * &lt;&lt;&lt;&lt;&lt; Finished to Handler (android.view.Choreographer$FrameHandler) {1f2e3d} com.example.Task@4c5b6a
 * </pre>
 *
 * and passes each on to the printer that was there before. Only class names are taken from a line: what a callback says about
 * itself in toString may be anybody's data.
 */
final class PrinterHook implements Printer {
  private static final String TARGET = "Handler (";

  private static volatile PrinterHook installed;

  /** Main's own. */
  private static boolean isIn;

  private final Looper looper;
  private final Printer before;
  private final NameNumbers numbers = new NameNumbers();
  private int what;

  private PrinterHook(Looper looper, Printer before) {
    this.looper = looper;
    this.before = before;
  }

  static void install(Looper main) {
    if (installed != null) return;
    PrinterHook hook = new PrinterHook(main, current(main));
    installed = hook;
    main.setMessageLogging(hook);
  }

  static void setAgain(Looper main) {
    PrinterHook hook = new PrinterHook(main, current(main));
    installed = hook;
    main.setMessageLogging(hook);
  }

  static boolean isUsed() {
    return installed != null;
  }

  static Object set() {
    return current(Looper.getMainLooper());
  }

  static boolean is(Object set) {
    return set == installed;
  }

  static boolean isIn() {
    return isIn;
  }

  static void restore() {
    PrinterHook hook = installed;
    installed = null;
    if (hook != null && current(hook.looper) == hook) hook.looper.setMessageLogging(hook.before);
  }

  private static Printer current(Looper looper) {
    try {
      Field field = Looper.class.getDeclaredField("mLogging");
      field.setAccessible(true);
      return (Printer) field.get(looper);
    } catch (ReflectiveOperationException absent) {
      // Every version with printers has the field; without it there is nothing to chain.
      return null;
    }
  }

  @Override
  public void println(String line) {
    if (line.length() > 0 && installed == this) hear(line);
    if (before != null) before.println(line);
    if (AppWatch.isDue && line.length() > 0 && line.charAt(0) == '<') AppWatch.work();
  }

  private void hear(String line) {
    isIn = line.charAt(0) == '>';
    if (!Hook.on) return;
    if (isIn) {
      AppWatch.messageBegins();
      begin(line);
    } else if (line.charAt(0) == '<') {
      AppWatch.messageEnds();
      Hook.end(0, 0, what, 0);
    }
  }

  private void begin(String line) {
    int target = 0;
    int callback = 0;
    int from = line.indexOf(TARGET);
    int to = from < 0 ? -1 : line.indexOf(") {", from);
    if (to > 0) {
      target = numbers.of(line, from + TARGET.length(), to);
      int name = line.indexOf("} ", to) + 2;
      int at = name < 2 ? -1 : endOfClassName(line, name);
      if (at > name) callback = numbers.of(line, name, at);
    }
    what = numberAtEnd(line);
    Hook.begin(target, callback, what);
  }

  /** Where `@` follows a class name that begins at `from`, followed by hexadecimal digits and a colon; -1 when it is other text. */
  private static int endOfClassName(String line, int from) {
    int at = from;
    while (at < line.length() && (Character.isJavaIdentifierPart(line.charAt(at)) || line.charAt(at) == '.' || line.charAt(at) == '/' || line.charAt(at) == '-')) at++;
    int end = at + 1;
    if (at >= line.length() || line.charAt(at) != '@') return -1;
    while (end < line.length() && Character.digit(line.charAt(end), 16) >= 0) end++;
    return end > at + 1 && end < line.length() && line.charAt(end) == ':' ? at : -1;
  }

  private static int numberAtEnd(String line) {
    int at = line.length() - 1;
    int value = 0;
    for (int scale = 1; at >= 0 && line.charAt(at) >= '0' && line.charAt(at) <= '9'; at--, scale *= 10) value += scale * (line.charAt(at) - '0');
    return at >= 0 && line.charAt(at) == '-' ? -value : value;
  }
}
