package com.example.shop.cart;

import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import java.util.ArrayList;
import java.util.List;

/** The cart's items. One lock for all: reading waits while everything is being saved. */
public final class CartRepository {
    private static final long SAVING_MS = 700;

    private final Object lock = new Object();
    private final List<String> items = new ArrayList<>();
    private final Handler database;
    private final Handler main = new Handler(Looper.getMainLooper());

    public CartRepository(Looper databaseLooper) {
        database = new Handler(databaseLooper);
    }

    /** Saves on the database thread; the listener is notified on the main thread, too early. */
    public void saveAll(Runnable listener) {
        database.post(() -> {
            synchronized (lock) {
                main.post(listener);
                writeRows();
            }
        });
    }

    private void writeRows() {
        items.add("order " + items.size());
        SystemClock.sleep(SAVING_MS);
    }

    /** Called by the badge on the main thread. */
    public int itemCount() {
        synchronized (lock) {
            return items.size();
        }
    }
}
