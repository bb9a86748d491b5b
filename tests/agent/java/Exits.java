import android.app.ActivityManager;
import android.app.ActivityThread;
import android.app.Application;
import android.app.ApplicationExitInfo;
import android.app.IActivityManager;
import android.app.IAppTraceRetriever;
import android.content.Context;
import android.content.ContextWrapper;
import android.content.pm.ParceledListSlice;
import android.os.Handler;
import android.os.Looper;
import android.os.ParcelFileDescriptor;
import com.example.phone.Phone;
import java.io.FileInputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;

/**
 * An app whose earlier processes ended: `exit PID REASON AGO_MS GZIP_FILE` adds an end, older than those before (`-` for no trace, a missing
 * file for one that cannot be opened). `bind` makes the application. Android's own ActivityManager and ApplicationExitInfo answer; behind them
 * is the system server of this program, as `refuse` one that throws,
 * as `hold` one that answers after `answer`. `asked` says how often it was asked, and by whom.
 */
public class Exits {
  static final List<ApplicationExitInfo> exits = new ArrayList<>();
  static volatile String asked = "0";
  static volatile boolean refuses;
  static volatile CountDownLatch answers = new CountDownLatch(0);
  static int times;

  public static void main(String[] args) {
    Phone.start();
    Thread control = new Thread(Exits::obey, "control");
    control.setDaemon(true);
    control.start();
    System.out.println("ready");
    Looper.loop();
  }

  static void obey() {
    Scanner in = new Scanner(System.in);
    while (in.hasNextLine()) {
      String[] words = in.nextLine().split(" ");
      try {
        System.out.println(answer(words));
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
    System.exit(0);
  }

  static String answer(String[] words) throws ReflectiveOperationException {
    switch (words[0]) {
      case "exit":
        exits.add(exit(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3]), words[4]));
        return "added";
      case "bind":
        bind();
        return "bound";
      case "refuse":
        refuses = true;
        return "refuses";
      case "hold":
        answers = new CountDownLatch(1);
        return "holds";
      case "answer":
        answers.countDown();
        return "answers";
      case "asked":
        return asked;
      default:
        throw new AssertionError(words[0]);
    }
  }

  static ApplicationExitInfo exit(int pid, int reason, long agoMs, String file) throws ReflectiveOperationException {
    ApplicationExitInfo exit = new ApplicationExitInfo();
    exit.setPid(pid);
    exit.setReason(reason);
    exit.setTimestamp(System.currentTimeMillis() - agoMs);
    if (!file.equals("-")) exit.setAppTraceRetriever(retriever(file));
    return exit;
  }

  static IAppTraceRetriever retriever(String file) {
    return proxy(
        IAppTraceRetriever.class,
        () -> {
          // Its constructor and its close need Android's FileDescriptor.
          ParcelFileDescriptor opened = (ParcelFileDescriptor) without(ParcelFileDescriptor.class);
          set(ParcelFileDescriptor.class, opened, "mFd", new FileInputStream(file).getFD());
          set(ParcelFileDescriptor.class, opened, "mClosed", true);
          return opened;
        });
  }

  static void bind() throws ReflectiveOperationException {
    Field singleton = ActivityManager.class.getDeclaredField("IActivityManagerSingleton");
    singleton.setAccessible(true);
    Field server = singleton.getType().getDeclaredField("mInstance");
    server.setAccessible(true);
    server.set(singleton.get(null), proxy(IActivityManager.class, Exits::records));
    Application application = new Application();
    set(ContextWrapper.class, application, "mBase", new Services());
    ActivityThread thread = (ActivityThread) without(ActivityThread.class);
    set(ActivityThread.class, thread, "mInitialApplication", application);
    set(ActivityThread.class, thread, "mActivities", new android.util.ArrayMap<>());
    set(ActivityThread.class, null, "sCurrentActivityThread", thread);
  }

  static Object records() throws InterruptedException {
    answers.await();
    asked = ++times + " " + Thread.currentThread().getName();
    if (refuses) throw new SecurityException("not now");
    return new ParceledListSlice<>(exits);
  }

  interface Answer {
    Object get() throws Exception;
  }

  /** The one method that is called. */
  static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(Proxy.newProxyInstance(Exits.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> answer.get()));
  }

  static final class Services extends ContextWrapper {
    Services() {
      super(null);
    }

    public int getUserId() {
      return 0;
    }

    @Override
    public Object getSystemService(String name) {
      try {
        var made = ActivityManager.class.getDeclaredConstructor(Context.class, Handler.class);
        made.setAccessible(true);
        return made.newInstance(this, null);
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
  }

  static void set(Class<?> type, Object object, String name, Object value) throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    field.set(object, value);
  }

  static Object without(Class<?> type) throws ReflectiveOperationException {
    Class<?> unsafe = Class.forName("sun.misc.Unsafe");
    Field the = unsafe.getDeclaredField("theUnsafe");
    the.setAccessible(true);
    return unsafe.getMethod("allocateInstance", Class.class).invoke(the.get(null), type);
  }
}
