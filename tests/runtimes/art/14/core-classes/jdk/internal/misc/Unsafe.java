package jdk.internal.misc;

import java.lang.reflect.Field;

/** The runtime's native methods (patch.py writes them here), and the methods in Java that its intrinsics replace. */
public final class Unsafe {
  private static final Unsafe THE_ONE = new Unsafe();
  private static final Unsafe theUnsafe = THE_ONE;

  private Unsafe() {}

  public static Unsafe getUnsafe() {
    return THE_ONE;
  }

  public long objectFieldOffset(Field field) {
    return sun.misc.Unsafe.getUnsafe().objectFieldOffset(field);
  }

  public boolean compareAndSetObject(Object o, long at, Object was, Object is) {
    return compareAndSetReference(o, at, was, is);
  }

  public int getIntAcquire(Object o, long at) {
    return getIntVolatile(o, at);
  }

  public long getLongAcquire(Object o, long at) {
    return getLongVolatile(o, at);
  }

  public Object getObject(Object o, long at) {
    return getReference(o, at);
  }

  public Object getObjectVolatile(Object o, long at) {
    return getReferenceVolatile(o, at);
  }

  public Object getObjectAcquire(Object o, long at) {
    return getReferenceVolatile(o, at);
  }

  public void putIntRelease(Object o, long at, int x) {
    putIntVolatile(o, at, x);
  }

  public void putLongRelease(Object o, long at, long x) {
    putLongVolatile(o, at, x);
  }

  public void putObject(Object o, long at, Object x) {
    putReference(o, at, x);
  }

  public void putObjectVolatile(Object o, long at, Object x) {
    putReferenceVolatile(o, at, x);
  }

  public void putObjectRelease(Object o, long at, Object x) {
    putReferenceVolatile(o, at, x);
  }

  public int getAndAddInt(Object o, long at, int by) {
    int x;
    do x = getIntVolatile(o, at);
    while (!compareAndSetInt(o, at, x, x + by));
    return x;
  }

  public long getAndAddLong(Object o, long at, long by) {
    long x;
    do x = getLongVolatile(o, at);
    while (!compareAndSetLong(o, at, x, x + by));
    return x;
  }

  public int getAndSetInt(Object o, long at, int to) {
    int x;
    do x = getIntVolatile(o, at);
    while (!compareAndSetInt(o, at, x, to));
    return x;
  }

  public long getAndSetLong(Object o, long at, long to) {
    long x;
    do x = getLongVolatile(o, at);
    while (!compareAndSetLong(o, at, x, to));
    return x;
  }

  public Object getAndSetObject(Object o, long at, Object to) {
    Object x;
    do x = getReferenceVolatile(o, at);
    while (!compareAndSetReference(o, at, x, to));
    return x;
  }

  // NATIVE METHODS
}
