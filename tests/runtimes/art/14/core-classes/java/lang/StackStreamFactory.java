package java.lang;

/** The runtime registers its native methods. */
final class StackStreamFactory {
  private static native Object nativeGetStackAnchor();

  private static native int nativeFetchStackFrameInfo(long mode, Object anchor, int skip, int batch, int start, Object[] frames);
}
