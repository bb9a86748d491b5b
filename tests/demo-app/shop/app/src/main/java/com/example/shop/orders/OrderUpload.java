package com.example.shop.orders;

import android.os.SystemClock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Sends an order from a thread of its own. */
public final class OrderUpload {
    private static final long SENDING_MS = 350, LONGEST_WAIT_MS = 800;

    /** Shows the order's number only after it was sent. */
    public void send() {
        CountDownLatch sent = new CountDownLatch(1);
        new Thread(() -> upload(sent), "uploader").start();
        try {
            awaitUpload(sent);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean awaitUpload(CountDownLatch sent) throws InterruptedException {
        return sent.await(LONGEST_WAIT_MS, TimeUnit.MILLISECONDS);
    }

    private static void upload(CountDownLatch sent) {
        SystemClock.sleep(SENDING_MS);
        sent.countDown();
    }
}
