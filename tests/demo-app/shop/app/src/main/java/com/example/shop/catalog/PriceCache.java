package com.example.shop.catalog;

/** Takes each changed price by a message of its own. */
public final class PriceCache {
    /** How many prices change at once. */
    public static final int SYMBOLS = 700;

    private static final long UPDATE_NS = 700_000;

    private final double[] prices = new double[SYMBOLS];
    private int next;

    public void onPriceChanged() {
        int symbol = next++ % SYMBOLS;
        prices[symbol] = average(symbol);
    }

    private double average(int symbol) {
        double sum = 0;
        long end = System.nanoTime() + UPDATE_NS;
        while (System.nanoTime() < end) {
            for (int i = 0; i < 100; i++) sum += prices[(symbol + i) % SYMBOLS] + i;
        }
        return sum / SYMBOLS;
    }
}
