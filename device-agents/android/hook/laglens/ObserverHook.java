package laglens;

import android.os.Handler;
import android.os.Looper;
import android.os.Message;
import java.lang.reflect.Field;

/** The one observer that sees the messages of all loopers; reports those of the main one, and passes all on to the one before. */
final class ObserverHook implements Looper.Observer {
  private static volatile ObserverHook installed;

  /** Main's own. */
  private static boolean isIn;

  private final Thread main;
  private final Looper.Observer before;
  private final ClassNumbers numbers = new ClassNumbers();

  private ObserverHook(Thread main, Looper.Observer before) {
    this.main = main;
    this.before = before;
  }

  static void install(Thread main) throws ReflectiveOperationException {
    if (installed != null) return;
    ObserverHook hook = new ObserverHook(main, (Looper.Observer) slot().get(null));
    installed = hook;
    Looper.setObserver(hook);
  }

  static void setAgain(Thread main) throws ReflectiveOperationException {
    ObserverHook hook = new ObserverHook(main, (Looper.Observer) slot().get(null));
    installed = hook;
    Looper.setObserver(hook);
  }

  static Object set() {
    try {
      return slot().get(null);
    } catch (ReflectiveOperationException closed) {
      return installed;
    }
  }

  static boolean is(Object set) {
    return set == installed;
  }

  static boolean isIn() {
    return isIn;
  }

  static void restore() {
    ObserverHook hook = installed;
    installed = null;
    try {
      if (hook != null && slot().get(null) == hook) Looper.setObserver(hook.before);
    } catch (ReflectiveOperationException closed) {
      // It could be read when the hook was set; the hook stays, and only passes on.
      Hook.on = false;
    }
  }

  private static Field slot() throws ReflectiveOperationException {
    Field field = Looper.class.getDeclaredField("sObserver");
    field.setAccessible(true);
    return field;
  }

  @Override
  public Object messageDispatchStarting() {
    if (installed == this && Thread.currentThread() == main) {
      isIn = true;
      if (Hook.on) begin();
    }
    return before == null ? null : before.messageDispatchStarting();
  }

  @Override
  public void messageDispatched(Object token, Message message) {
    end(message);
    if (before != null) before.messageDispatched(token, message);
    if (AppWatch.isDue && Thread.currentThread() == main) AppWatch.work();
  }

  @Override
  public void dispatchingThrewException(Object token, Message message, Exception exception) {
    end(message);
    if (before != null) before.dispatchingThrewException(token, message, exception);
  }

  private static void begin() {
    AppWatch.messageBegins();
    Hook.begin(0, 0, 0);
  }

  private void end(Message message) {
    if (installed != this || Thread.currentThread() != main) return;
    isIn = false;
    if (!Hook.on) return;
    AppWatch.messageEnds();
    Handler target = message.getTarget();
    Runnable callback = message.getCallback();
    int targetNumber = target == null ? 0 : numbers.of(target.getClass());
    int callbackNumber = callback == null ? 0 : numbers.of(callback.getClass());
    Hook.end(targetNumber, callbackNumber, message.what, message.getWhen());
  }
}
