package com.example.shop.warehouse;

import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import java.util.concurrent.locks.ReentrantLock;

/** Goods on shelves. Whoever counts them waits for the sorter, and so for the delivery that the sorter waits for. */
public final class Warehouse {
    private static final long UNLOADING_MS = 700;

    private final Object shelves = new Object();
    private final ReentrantLock ramp = new ReentrantLock();
    private final Handler main = new Handler(Looper.getMainLooper());
    private int goods;
    private String holderOfRamp = "", holderOfShelves = "";

    /** Receives a delivery on two threads; main runs the listener too early. */
    public void receive(Runnable listener) {
        Thread sorter = new Thread(() -> sort(listener), "bg-sorter");
        new Thread(() -> unload(sorter), "bg-unloader").start();
    }

    private void unload(Thread sorter) {
        ramp.lock();
        try {
            holderOfRamp = Thread.currentThread().getName();
            sorter.start();
            SystemClock.sleep(UNLOADING_MS);
        } finally {
            ramp.unlock();
        }
    }

    private void sort(Runnable listener) {
        synchronized (shelves) {
            holderOfShelves = Thread.currentThread().getName();
            main.post(listener);
            takeFromRamp();
        }
    }

    private void takeFromRamp() {
        ramp.lock();
        try {
            goods++;
        } finally {
            ramp.unlock();
        }
    }

    /** Called by the stock's badge on the main thread. */
    public int count() {
        synchronized (shelves) {
            return goods;
        }
    }

    /** Who held what main waited for, and what that one waited for: by the threads' own entries. */
    public String holders() {
        return holderOfShelves + "," + holderOfRamp;
    }

    /** Who gave the shelves to main. */
    public String lastHolder() {
        return holderOfShelves;
    }
}
