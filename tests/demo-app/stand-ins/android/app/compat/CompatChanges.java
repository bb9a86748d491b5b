package android.app.compat;

/** Stand-in: the real one asks the system server. */
public final class CompatChanges {
    /** MessageQueue.USE_NEW_MESSAGEQUEUE: holds for apps that target Android 17. */
    private static final long NEW_MESSAGE_QUEUE = 421623328;

    public static boolean isChangeEnabled(long changeId) {
        return changeId == NEW_MESSAGE_QUEUE && "new".equals(System.getProperty("phone.queue"));
    }
}
