package android.util;

/** Shape of the framework's interface, to compile against; never shipped. */
public interface Printer {
  void println(String line);
}
