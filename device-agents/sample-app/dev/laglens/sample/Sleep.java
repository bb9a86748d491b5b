package dev.laglens.sample;

import android.os.SystemClock;

/** Main sleeps. */
final class Sleep extends Lag {
    Sleep() {
        super("sleep");
    }

    @Override
    String play(long endNs) {
        long millis = (endNs - System.nanoTime()) / 1_000_000;
        String place;
        place = Place.here(); SystemClock.sleep(millis);
        return place;
    }
}
