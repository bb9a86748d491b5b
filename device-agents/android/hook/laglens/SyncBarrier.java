package laglens;

import android.os.Looper;
import android.os.Message;
import android.os.MessageQueue;
import java.lang.reflect.Field;
import java.util.NoSuchElementException;
import java.util.SortedSet;

/**
 * The barrier at which main's synchronous messages wait. The queue is read without its lock, and never printed: either could stop the
 * agent, or the app, as printing calls toString of the app's objects.
 */
final class SyncBarrier {
  private static final Field MESSAGES = fieldOf(MessageQueue.class, "mMessages");
  /** Android 17's queue without a lock. */
  private static final Field BARRIER = fieldOf(MessageQueue.class, "mSyncBarrier");
  /** Android 16's. */
  private static final Field NODES = fieldOf(MessageQueue.class, "mPriorityQueue");
  private static Field message;

  private SyncBarrier() {}

  /** On the agent's thread: since when, by SystemClock.uptimeMillis; 0 none. */
  static long since() {
    Looper main = Looper.getMainLooper();
    if (main == null) return 0;
    try {
      Message head = head(main.getQueue());
      // A message that is used again has no target either, and no time.
      return head == null || head.getTarget() != null ? 0 : head.getWhen();
    } catch (IllegalAccessException closed) {
      return 0;
    }
  }

  private static Message head(MessageQueue queue) throws IllegalAccessException {
    Object head = MESSAGES == null ? null : MESSAGES.get(queue);
    if (head == null && BARRIER != null) head = BARRIER.get(queue);
    if (head == null && NODES != null) head = firstOf(NODES.get(queue));
    return (Message) head;
  }

  private static Object firstOf(Object nodes) throws IllegalAccessException {
    if (!(nodes instanceof SortedSet)) return null;
    try {
      Object node = ((SortedSet<?>) nodes).first();
      if (message == null) message = fieldOf(node.getClass(), "mMessage");
      return message == null ? null : message.get(node);
    } catch (NoSuchElementException empty) {
      return null;
    }
  }

  private static Field fieldOf(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException otherAndroid) {
      return null;
    }
  }
}
