package com.example.shop.warehouse;

import android.os.Handler;
import android.os.Looper;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the stock while prices change. Both take the same two locks in opposite order: a deadlock, until the count gives up. */
public final class StockCheck {
    private static final long LONGEST_WAIT_MS = 2000;

    private final ReentrantLock shelves = new ReentrantLock();
    private final ReentrantLock prices = new ReentrantLock();
    private final Handler main = new Handler(Looper.getMainLooper());
    private int left = 12;
    private String holderOfPrices = "", holderOfShelves = "", lastHolder = "";

    /** Checks on two threads; main runs the listener too early. */
    public void begin(Runnable listener) {
        CountDownLatch bothHold = new CountDownLatch(2);
        new Thread(() -> countShelves(bothHold, listener), "bg-count").start();
        new Thread(() -> changePrices(bothHold), "bg-prices").start();
    }

    private void countShelves(CountDownLatch bothHold, Runnable listener) {
        shelves.lock();
        try {
            holderOfShelves = Thread.currentThread().getName();
            bothHold.countDown();
            bothHold.await();
            main.post(listener);
            if (prices.tryLock(LONGEST_WAIT_MS, TimeUnit.MILLISECONDS)) prices.unlock();
            left--;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lastHolder = Thread.currentThread().getName();
            shelves.unlock();
        }
    }

    private void changePrices(CountDownLatch bothHold) {
        prices.lock();
        try {
            holderOfPrices = Thread.currentThread().getName();
            bothHold.countDown();
            bothHold.await();
            readShelves();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            prices.unlock();
        }
    }

    private void readShelves() {
        shelves.lock();
        try {
            lastHolder = Thread.currentThread().getName();
        } finally {
            shelves.unlock();
        }
    }

    /** Called by the product's page on the main thread. */
    public int countLeft() {
        shelves.lock();
        try {
            return left;
        } finally {
            shelves.unlock();
        }
    }

    /** The threads of the ring, from main's holder on: by their own entries. */
    public String holders() {
        return holderOfShelves + "," + holderOfPrices;
    }

    /** Who gave the shelves to main, by an entry under their lock. */
    public String lastHolder() {
        shelves.lock();
        try {
            return lastHolder;
        } finally {
            shelves.unlock();
        }
    }
}
