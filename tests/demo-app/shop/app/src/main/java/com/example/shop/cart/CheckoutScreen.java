package com.example.shop.cart;

import android.os.SystemClock;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** The last page before an order. */
public final class CheckoutScreen {
    private static final long INFLATING_MS = 450, QUOTE_MS = 300;

    private int fields;

    public void onCreate() {
        inflateForm();
        fields++;
    }

    private void inflateForm() {
        long end = System.nanoTime() + INFLATING_MS * 1_000_000;
        StringBuilder layout = new StringBuilder();
        while (System.nanoTime() < end) {
            layout.setLength(0);
            for (int i = 0; i < 200; i++) layout.append("<field id=").append(i % 10).append('>');
            fields = layout.length();
        }
    }

    /** Asks in the background, and waits for the answer at once. */
    public void showDeliveryQuote() {
        FutureTask<Integer> quote = new FutureTask<>(() -> {
            SystemClock.sleep(QUOTE_MS);
            return 490;
        });
        new Thread(quote, "delivery").start();
        try {
            fields += quote.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
