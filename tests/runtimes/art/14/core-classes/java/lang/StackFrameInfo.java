package java.lang;

/** Fields as runtime/mirror/stack_frame_info.h has them. */
class StackFrameInfo {
  private Class<?> declaringClass;
  private String fileName;
  private String methodName;
  private Class<?> methodType;
  private StackTraceElement ste;
  private int bci;
  private int lineNumber;
  private boolean retainClassRef;
}
