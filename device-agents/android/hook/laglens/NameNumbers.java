package laglens;

/** A number for each name found as a part of a line, without allocating for a name that was seen before. One thread only. */
final class NameNumbers {
  private static final int SLOTS = 1024;
  private static final int MOST = 500;

  private static int defined;

  private final String[] names = new String[SLOTS];
  private final int[] numbers = new int[SLOTS];

  /** Gives the agent a name; its number, or 0 when `most` are defined already. */
  static int define(String name, int most) {
    if (defined >= most) return 0;
    defined++;
    Hook.define(defined, name);
    return defined;
  }

  /** Number of the name that stands in `line` from `from` to `to`. */
  int of(String line, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) hash = hash * 31 + line.charAt(i);
    int slot = (hash ^ hash >>> 16) & (SLOTS - 1);
    while (names[slot] != null) {
      String name = names[slot];
      if (name.length() == to - from && line.startsWith(name, from)) return numbers[slot];
      slot = (slot + 1) & (SLOTS - 1);
    }
    String name = line.substring(from, to);
    int number = define(name, MOST);
    if (number == 0) return 0;
    names[slot] = name;
    numbers[slot] = number;
    return number;
  }
}
