package com.example.shop.catalog;

import java.util.ArrayList;
import java.util.List;

/** All prices of all times, as objects. */
public final class PriceHistory {
    private static final long LOADING_MS = 500;
    private static final int KEPT = 4000;

    private int loaded;

    public void load() {
        List<byte[]> days = new ArrayList<>();
        long end = System.nanoTime() + LOADING_MS * 1_000_000;
        while (System.nanoTime() < end) {
            days.add(parseDay());
            if (days.size() < KEPT) continue;
            days.clear();
            System.gc();
        }
        loaded += days.size();
    }

    private static byte[] parseDay() {
        byte[] day = new byte[4096];
        day[0] = 1;
        return day;
    }
}
