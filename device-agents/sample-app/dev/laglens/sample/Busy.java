package dev.laglens.sample;

/** Main computes. */
final class Busy extends Lag {
    private int sum;

    Busy() {
        super("busy");
    }

    @Override
    String play(long endNs) {
        String place;
        for (place = Place.here(); System.nanoTime() < endNs; ) sum = sum * 31 + 7;
        return place;
    }
}
