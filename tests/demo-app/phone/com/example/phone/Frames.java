package com.example.phone;

import android.view.Choreographer;
import android.view.FrameMetrics;
import com.android.internal.policy.ScreenDecor;
import java.lang.reflect.Constructor;

/**
 * Draws the screen in each frame, as ViewRootImpl does: at the end of the frame, whose times are Choreographer's own. Drawing itself takes
 * no time, and the frame is completed then.
 */
final class Frames implements Runnable {
    private static final String INDEX = "android.view.FrameMetrics$Index";
    /** FrameInfo.FLAG_WINDOW_LAYOUT_CHANGED, later FLAG_WINDOW_VISIBILITY_CHANGED. */
    private static final long FIRST = 1;

    private final ScreenDecor decor;
    private final Choreographer choreographer = Choreographer.getInstance();
    private final int traversal = Made.constant("android.view.Choreographer", "CALLBACK_TRAVERSAL");
    private final int flags = Made.constant(INDEX, "FLAGS");
    private final int completed = Made.constant(INDEX, "FRAME_COMPLETED");
    private final Constructor<FrameMetrics> metrics = FrameMetrics.class.getDeclaredConstructor();
    private final long[] frameInfo;
    private boolean isFirst;

    Frames(ScreenDecor decor) throws ReflectiveOperationException {
        this.decor = decor;
        metrics.setAccessible(true);
        frameInfo = (long[]) Made.get(Made.get(choreographer, "mFrameInfo"), "frameInfo", "mFrameInfo");
    }

    void start() {
        isFirst = true;
        choreographer.postCallback(traversal, this, null);
    }

    void stop() {
        choreographer.removeCallbacks(traversal, this, null);
    }

    @Override
    public void run() {
        choreographer.postCallback(traversal, this, null);
        try {
            if (decor.listeners() > 0) decor.frameCompleted(completed());
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
        times[completed] = System.nanoTime();
        return made;
    }
}
