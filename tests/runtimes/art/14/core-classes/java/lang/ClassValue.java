package java.lang;

/** The runtime looks it up at its start. */
public abstract class ClassValue<T> {
  protected ClassValue() {}

  protected abstract T computeValue(Class<?> type);
}
