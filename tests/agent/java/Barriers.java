import android.os.Handler;
import android.os.Looper;
import android.os.Message;
import android.os.MessageQueue;
import android.os.SystemClock;
import com.example.phone.Phone;
import java.util.Scanner;

/**
 * An app that leaves a sync barrier in main's queue: `post` posts one by the framework's own method, with a synchronous message behind it, and
 * answers with the times around that; `remove` takes it away, and answers when that message was handled; `async` answers when an asynchronous one was.
 */
public class Barriers {
  public static void main(String[] args) {
    Phone.start();
    Handler main = new Handler(Looper.myLooper());
    MessageQueue queue = Looper.myQueue();
    Thread control = new Thread(() -> obey(main, queue), "control");
    control.setDaemon(true);
    control.start();
    System.out.println("ready");
    Looper.loop();
  }

  static void obey(Handler main, MessageQueue queue) {
    Scanner in = new Scanner(System.in);
    int token = 0;
    while (in.hasNextLine()) {
      switch (in.nextLine()) {
        case "post":
          long beginMs = SystemClock.uptimeMillis();
          token = queue.postSyncBarrier();
          System.out.println(beginMs + " " + SystemClock.uptimeMillis());
          main.post(() -> System.out.println("handled"));
          break;
        case "remove":
          // Android removes its barriers on main.
          int posted = token;
          sendAsynchronous(main, () -> queue.removeSyncBarrier(posted));
          break;
        case "async":
          sendAsynchronous(main, () -> System.out.println("asynchronous"));
          break;
        default:
          throw new AssertionError();
      }
    }
    System.exit(0);
  }

  static void sendAsynchronous(Handler main, Runnable work) {
    Message message = Message.obtain(main, work);
    message.setAsynchronous(true);
    main.sendMessage(message);
  }
}
