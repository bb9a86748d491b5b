package dev.laglens.sample;

import android.os.Handler;
import android.view.Choreographer;

/** A frame comes late, as its callback computes. */
final class LateFrame extends Lag {
    private int sum;

    LateFrame() {
        super("frame");
    }

    @Override
    void trigger(final Handler main, final Runnable lag) {
        final Choreographer.FrameCallback work = new Choreographer.FrameCallback() {
            @Override
            public void doFrame(long frameTimeNanos) {
                lag.run();
            }
        };
        // Each thread has its own choreographer.
        main.post(new Runnable() {
            @Override
            public void run() {
                Choreographer.getInstance().postFrameCallback(work);
            }
        });
    }

    @Override
    String play(long endNs) {
        String place;
        for (place = Place.here(); System.nanoTime() < endNs; ) sum = sum * 31 + 7;
        return place;
    }
}
