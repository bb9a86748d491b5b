package com.example.shop.orders;

import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** All orders. Many may read at once, but nobody while they are being synchronized. */
public final class OrderHistory {
    private static final long SYNCHRONIZING_MS = 450;

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final List<String> orders = new ArrayList<>();
    private final Handler main = new Handler(Looper.getMainLooper());

    /** Synchronizes on a thread of its own; main runs the listener too early. */
    public void synchronize(Runnable listener) {
        new Thread(() -> {
            lock.writeLock().lock();
            try {
                main.post(listener);
                fetchOrders();
            } finally {
                lock.writeLock().unlock();
            }
        }, "bg-sync").start();
    }

    private void fetchOrders() {
        orders.add("order " + orders.size());
        SystemClock.sleep(SYNCHRONIZING_MS);
    }

    public int count() {
        lock.readLock().lock();
        try {
            return orders.size();
        } finally {
            lock.readLock().unlock();
        }
    }
}
