package laglens;

import android.app.Activity;
import android.view.View;
import java.util.List;

/**
 * The fragment in front, searched at the end of a message: of a long one always, of others now and then. Where anything cannot be
 * asked no fragment is reported any more; R8's names are no failure. Main thread only.
 */
final class Fragments {
  /** Kind of the message `screen`. */
  private static final int FRAGMENT = 2;
  private static final long PAUSE_NS = 250_000_000L, LONG_NS = 50_000_000L;
  private static final int DEEPEST = 8;
  /** Of a view that has no size yet. */
  private static final long UNKNOWN_AREA = 1L << 40;

  private final ClassNumbers numbers;
  private long beganNs, checkedNs;
  private boolean isDue = true, isHopeless;
  /** The fragment that is reported; 0 none. Numbers, so that no fragment is kept. */
  private int id, name;
  private Class<?> askedType;
  private FragmentMethods androidX;

  Fragments(ClassNumbers numbers) {
    this.numbers = numbers;
  }

  /** An activity began or ended something. */
  void due() {
    isDue = true;
  }

  void messageBegins() {
    beganNs = System.nanoTime();
  }

  /** @param front the activity in front, null without one */
  void messageEnds(Activity front) {
    if (isHopeless) return;
    long nowNs = System.nanoTime();
    if (!isDue && nowNs - checkedNs < PAUSE_NS && nowNs - beganNs < LONG_NS) return;
    isDue = false;
    checkedNs = nowNs;
    try {
      report(front == null ? null : of(front));
    } catch (ReflectiveOperationException renamed) {
      giveUp();
    } catch (RuntimeException cause) {
      fail(cause);
    } catch (LinkageError cause) {
      fail(cause);
    }
  }

  private void giveUp() {
    isHopeless = true;
    report(null);
  }

  private void fail(Throwable cause) {
    giveUp();
    AppWatch.failed(AppWatch.FRAGMENTS, Failure.of(cause));
  }

  private Object of(Activity front) throws ReflectiveOperationException {
    if (askedType != front.getClass()) {
      askedType = front.getClass();
      androidX = FragmentMethods.ofAndroidX(askedType);
    }
    Object found = androidX == null ? null : inFront(androidX, androidX.of(front), 0);
    FragmentMethods framework = FragmentMethods.ofFramework();
    return found == null ? inFront(framework, framework.of(front), 0) : found;
  }

  /** The largest, of equal ones the last; or the one in it that fills at least half of it, as hosts are no screens of their own. */
  private static Object inFront(FragmentMethods methods, List<?> fragments, int depth) throws ReflectiveOperationException {
    Object largest = null;
    long most = 0;
    for (Object each : fragments) {
      View view = each == null ? null : methods.shownView(each);
      if (view == null || area(view) < most) continue;
      largest = each;
      most = area(view);
    }
    List<?> within = largest == null || depth == DEEPEST ? null : methods.within(largest);
    Object inner = within == null ? null : inFront(methods, within, depth + 1);
    View view = inner == null ? null : methods.shownView(inner);
    return view != null && area(view) * 2 >= most ? inner : largest;
  }

  private static long area(View view) {
    return view.isLaidOut() ? (long) view.getWidth() * view.getHeight() : UNKNOWN_AREA;
  }

  private void report(Object fragment) {
    int nowId = fragment == null ? 0 : System.identityHashCode(fragment);
    int nowName = fragment == null ? 0 : numbers.of(fragment.getClass());
    if (nowId == id && nowName == name) return;
    if (name != 0) AppWatch.screen(name, id, FRAGMENT, false);
    if (nowName != 0) AppWatch.screen(nowName, nowId, FRAGMENT, true);
    id = nowId;
    name = nowName;
  }
}
