package laglens;

/** A number for each class, without allocating for a class that was seen before. One thread only. */
final class ClassNumbers {
  private static final int SLOTS = 1024;
  private static final int MOST = 500;

  private final Class<?>[] classes = new Class<?>[SLOTS];
  private final int[] numbers = new int[SLOTS];

  /** 0 when there are too many classes. */
  int of(Class<?> type) {
    int slot = System.identityHashCode(type) & (SLOTS - 1);
    while (classes[slot] != null) {
      if (classes[slot] == type) return numbers[slot];
      slot = (slot + 1) & (SLOTS - 1);
    }
    int number = NameNumbers.define(type.getName(), MOST);
    if (number == 0) return 0;
    numbers[slot] = number;
    classes[slot] = type;
    return number;
  }
}
