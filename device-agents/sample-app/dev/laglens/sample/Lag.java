package dev.laglens.sample;

import android.os.Handler;

/** One kind of lag. */
abstract class Lag {
    final String kind;

    Lag(String kind) {
        this.kind = kind;
    }

    /** Brings main into the lag; as a message by default. */
    void trigger(Handler main, Runnable lag) {
        main.post(lag);
    }

    /**
     * Lags on the main thread.
     *
     * @param endNs by System.nanoTime()
     * @return where main was meanwhile
     */
    abstract String play(long endNs);

    /** Who kept main waiting, and where; null if nobody did. */
    String holder() {
        return null;
    }

    String holderPlace() {
        return null;
    }
}
