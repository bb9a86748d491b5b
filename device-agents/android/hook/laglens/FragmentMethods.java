package laglens;

import android.app.Activity;
import android.view.View;
import java.lang.reflect.Method;
import java.util.List;

/** What a kind of fragments can be asked: the framework's, or AndroidX', which an app may lack or have renamed. */
final class FragmentMethods {
  private static final String ANDROID_X = "androidx.fragment.app.";

  private static FragmentMethods framework;

  private final Method ofActivity, list, isResumed, isHidden, view;
  /** Null for the framework's: to ask for those within would create them. */
  private final Method within;

  private FragmentMethods(Class<?> activity, String manager, String fragment, String within) throws ReflectiveOperationException {
    Class<?> type = Class.forName(fragment, false, activity.getClassLoader());
    ofActivity = activity.getDeclaredMethod(manager);
    list = returning(List.class, ofActivity.getReturnType().getMethod("getFragments"));
    isResumed = returning(boolean.class, type.getMethod("isResumed"));
    isHidden = returning(boolean.class, type.getMethod("isHidden"));
    view = returning(View.class, type.getMethod("getView"));
    this.within = within == null ? null : returning(ofActivity.getReturnType(), type.getMethod(within));
  }

  static FragmentMethods ofFramework() throws ReflectiveOperationException {
    if (framework == null) framework = new FragmentMethods(Activity.class, "getFragmentManager", "android.app.Fragment", null);
    return framework;
  }

  /** Null where the activity has none, by these names. */
  static FragmentMethods ofAndroidX(Class<?> activity) throws ReflectiveOperationException {
    for (Class<?> each = activity; each != null && each != Activity.class; each = each.getSuperclass()) {
      if (!each.getName().equals(ANDROID_X + "FragmentActivity")) continue;
      return new FragmentMethods(each, "getSupportFragmentManager", ANDROID_X + "Fragment", "getChildFragmentManager");
    }
    return null;
  }

  List<?> of(Activity activity) throws ReflectiveOperationException {
    return (List<?>) list.invoke(ofActivity.invoke(activity));
  }

  /** Null for none. */
  List<?> within(Object fragment) throws ReflectiveOperationException {
    return within == null ? null : (List<?>) list.invoke(within.invoke(fragment));
  }

  /** The view of a fragment that is resumed and shown, else null. */
  View shownView(Object fragment) throws ReflectiveOperationException {
    if (!(Boolean) isResumed.invoke(fragment) || (Boolean) isHidden.invoke(fragment)) return null;
    View seen = (View) view.invoke(fragment);
    return seen != null && seen.isShown() ? seen : null;
  }

  /** A renamed method may have got another one's name. */
  private static Method returning(Class<?> type, Method method) throws NoSuchMethodException {
    if (method.getReturnType() != type) throw new NoSuchMethodException(method.getName());
    return method;
  }
}
