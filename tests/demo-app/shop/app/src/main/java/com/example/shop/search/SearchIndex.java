package com.example.shop.search;

import android.os.MessageQueue;

/** Builds the index when the main thread is idle, in one go. */
public final class SearchIndex implements MessageQueue.IdleHandler {
    private static final long BUILDING_MS = 300;

    private final int[] words = new int[4096];

    @Override
    public boolean queueIdle() {
        buildIndex();
        return false;
    }

    private void buildIndex() {
        long end = System.nanoTime() + BUILDING_MS * 1_000_000;
        for (int hash = 17; System.nanoTime() < end; ) {
            for (int i = 0; i < words.length; i++) {
                hash = hash * 31 + i;
                words[hash >>> 20] += 1;
            }
        }
    }
}
