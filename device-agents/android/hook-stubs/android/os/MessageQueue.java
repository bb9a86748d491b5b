package android.os;

/** Shape of the framework's class, to compile against; never shipped. */
public final class MessageQueue {
  private MessageQueue() {}
}
