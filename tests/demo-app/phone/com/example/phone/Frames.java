package com.example.phone;

import android.view.Choreographer;
import android.view.FrameMetrics;
import com.android.internal.policy.ScreenDecor;
import java.lang.reflect.Constructor;

/**
 * Draws the screen in each frame, as ViewRootImpl does: at the end of the frame, whose times are Choreographer's own. Drawing itself takes
 * no time, and the frame is completed then, or after a wait for a free buffer. Whoever begins to listen first hears of an old frame, and
 * of each one twice if wanted: Android 12 does both.
 */
final class Frames implements Runnable {
    private static final String INDEX = "android.view.FrameMetrics$Index";
    /** FrameInfo.FLAG_WINDOW_LAYOUT_CHANGED, later FLAG_WINDOW_VISIBILITY_CHANGED. */
    private static final long FIRST = 1;
    private static final long QUEUE_WAIT_NS = 30_000_000;
    private static final long AGE_NS = 600_000_000_000L;

    private final ScreenDecor decor;
    private final Choreographer choreographer = Choreographer.getInstance();
    private final int traversal = Made.constant("android.view.Choreographer", "CALLBACK_TRAVERSAL");
    private final int flags = Made.constant(INDEX, "FLAGS");
    private final int completed = Made.constant(INDEX, "FRAME_COMPLETED");
    private final Constructor<FrameMetrics> metrics = FrameMetrics.class.getDeclaredConstructor();
    private final int[] drawn = new int[5];
    private final int intended = Made.constant(INDEX, "INTENDED_VSYNC");
    private final long[] frameInfo;
    private boolean isFirst;
    private FrameMetrics last;
    private boolean hasListeners;
    private boolean repeats;
    private long bufferWaitNs;

    Frames(ScreenDecor decor) throws ReflectiveOperationException {
        this.decor = decor;
        metrics.setAccessible(true);
        String[] steps = {"DRAW_START", "SYNC_QUEUED", "SYNC_START", "ISSUE_DRAW_COMMANDS_START", "SWAP_BUFFERS"};
        for (int each = 0; each < steps.length; each++) drawn[each] = Made.constant(INDEX, steps[each]);
        frameInfo = (long[]) Made.get(Made.get(choreographer, "mFrameInfo"), "frameInfo", "mFrameInfo");
    }

    void start() {
        isFirst = true;
        choreographer.postCallback(traversal, this, null);
    }

    void stop() {
        choreographer.removeCallbacks(traversal, this, null);
    }

    /** Two frames are in work at a time: each waits for almost two periods before it is handed to the display. */
    void fillQueue() {
        bufferWaitNs = QUEUE_WAIT_NS;
    }

    void repeat() {
        repeats = true;
    }

    @Override
    public void run() {
        choreographer.postCallback(traversal, this, null);
        try {
            boolean had = hasListeners;
            hasListeners = decor.listeners() > 0;
            if (hasListeners && !had) decor.frameCompleted(old());
            if (hasListeners) decor.frameCompleted(completed());
            if (hasListeners && repeats) decor.frameCompleted(last);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
        isFirst = false;
    }

    /** What the render thread copies from FrameInfo, and adds at the end. */
    private FrameMetrics completed() throws ReflectiveOperationException {
        FrameMetrics made = metrics.newInstance();
        long[] times = (long[]) Made.get(made, "mTimingData");
        System.arraycopy((Object) frameInfo, 0, times, 0, Math.min(frameInfo.length, times.length));
        times[flags] = isFirst ? FIRST : 0;
        long nowNs = System.nanoTime();
        for (int each : drawn) times[each] = nowNs;
        times[completed] = nowNs + bufferWaitNs;
        last = made;
        return made;
    }

    /** A frame from long before anybody listened. */
    private FrameMetrics old() throws ReflectiveOperationException {
        FrameMetrics made = completed();
        ((long[]) Made.get(made, "mTimingData"))[intended] -= AGE_NS;
        return made;
    }
}
