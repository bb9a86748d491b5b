package com.example.shop.catalog;

/** Categories within categories, two hundred deep. */
public final class CategoryTree {
    private static final int DEPTH = 200;
    private static final long COUNTING_MS = 320;

    private long products;

    public void countProducts() {
        long end = System.nanoTime() + COUNTING_MS * 1_000_000;
        while (System.nanoTime() < end) products += countBelow(DEPTH);
    }

    /** Calls itself; at the bottom it counts. */
    private long countBelow(int depth) {
        if (depth > 0) return 1 + countBelow(depth - 1);
        long sum = 0;
        for (int i = 0; i < 200_000; i++) sum += i % 7 ^ sum >>> 3;
        return sum;
    }
}
