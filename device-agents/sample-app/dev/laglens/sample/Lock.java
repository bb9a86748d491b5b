package dev.laglens.sample;

import android.os.Handler;
import android.os.SystemClock;

/** Main waits for a lock that another thread holds. */
final class Lock extends Lag {
    private static final String HOLDER = "SampleHolder";

    private final Object lock = new Object();
    private volatile String holderPlace;
    private int passes;

    Lock() {
        super("lock");
    }

    /** Main begins to wait once the lock is held. */
    @Override
    void trigger(final Handler main, final Runnable lag) {
        new Thread(HOLDER) {
            @Override
            public void run() {
                hold(main, lag);
            }
        }.start();
    }

    private void hold(Handler main, Runnable lag) {
        synchronized (lock) {
            main.post(lag);
            holderPlace = Place.here(); SystemClock.sleep(Schedule.LAG_MS);
        }
    }

    /** The holder decides when it ends. */
    @Override
    String play(long endNs) {
        String place;
        place = Place.here(); synchronized (lock) { passes++; }
        return place;
    }

    @Override
    String holder() {
        return HOLDER;
    }

    @Override
    String holderPlace() {
        return holderPlace;
    }
}
