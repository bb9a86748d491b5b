package com.example.shop.cart;

import android.os.SystemClock;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** The last page before an order. */
public final class CheckoutScreen {
    private static final long INFLATING_MS = 450, QUOTE_MS = 300, PRINTING_MS = 350;

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

    /** Writes the same steps line by line: a shrinker may keep them once, in a method of its own. */
    public void printReceipt() {
        long end = System.nanoTime() + PRINTING_MS * 1_000_000;
        StringBuilder text = new StringBuilder();
        while (System.nanoTime() < end) {
            text.setLength(0);
            text.append("order ").append(fields).append('\n');
            text.append("customer ").append(fields).append('\n');
            text.append("street ").append(fields).append('\n');
            text.append("city ").append(fields).append('\n');
            text.append("country ").append(fields).append('\n');
            text.append("phone ").append(fields).append('\n');
            text.append("items ").append(fields).append('\n');
            text.append("weight ").append(fields).append('\n');
            text.append("parcels ").append(fields).append('\n');
            text.append("price ").append(fields).append('\n');
            text.append("discount ").append(fields).append('\n');
            text.append("voucher ").append(fields).append('\n');
            text.append("points ").append(fields).append('\n');
            text.append("shipping ").append(fields).append('\n');
            text.append("insurance ").append(fields).append('\n');
            text.append("wrapping ").append(fields).append('\n');
            text.append("donation ").append(fields).append('\n');
            text.append("sum ").append(fields).append('\n');
            text.append("tax ").append(fields).append('\n');
            text.append("total ").append(fields).append('\n');
            text.append("paid ").append(fields).append('\n');
            text.append("change ").append(fields).append('\n');
            text.append("carrier ").append(fields).append('\n');
            text.append("delivery ").append(fields).append('\n');
            text.append("returns ").append(fields).append('\n');
            text.append("thanks ").append(fields).append('\n');
            fields = text.length();
        }
    }
}
