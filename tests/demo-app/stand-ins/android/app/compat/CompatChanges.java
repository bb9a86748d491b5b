package android.app.compat;

/** Stand-in: the real one asks the system server. */
public final class CompatChanges {
    public static boolean isChangeEnabled(long changeId) {
        return false;
    }
}
