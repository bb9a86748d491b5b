package com.example.shop.catalog;

/** The day's prices, which a thread of its own receives. */
public final class PriceFeed {
    private static final long RECEIVING_MS = 400, LONGEST_WAIT_MS = 800;

    private final Object received = new Object();
    private boolean hasPrices;

    /** Needs the next prices at once. */
    public void showLatest() {
        synchronized (received) {
            hasPrices = false;
        }
        new Thread(this::receive, "price-feed").start();
        try {
            awaitPrices();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitPrices() throws InterruptedException {
        long end = System.nanoTime() + LONGEST_WAIT_MS * 1_000_000;
        synchronized (received) {
            for (long leftMs = LONGEST_WAIT_MS; !hasPrices && leftMs > 0; leftMs = (end - System.nanoTime()) / 1_000_000) received.wait(leftMs);
        }
    }

    private void receive() {
        try {
            Thread.sleep(RECEIVING_MS);
        } catch (InterruptedException e) {
            return;
        }
        synchronized (received) {
            hasPrices = true;
            received.notifyAll();
        }
    }
}
