package com.example.shop.plugins;

import android.os.Handler;
import android.os.Looper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Offers of partners, each a class of its own. */
public final class PartnerOffers {
    private static final int PLUGINS = 500;
    private static final long LOADING_MS = 300;

    private final Handler main = new Handler(Looper.getMainLooper());
    private final byte[][] classFiles = new byte[PLUGINS][];
    private int shown;

    /** Receives the class files on a thread of its own; main runs the listener. */
    public void receive(Runnable listener) {
        new Thread(() -> {
            try {
                for (int i = 0; i < PLUGINS; i++) classFiles[i] = PluginArchive.classFile(i);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            main.post(listener);
        }, "partners").start();
    }

    /** Defines all of them, though few will be shown. */
    public void defineAll() {
        long end = System.nanoTime() + LOADING_MS * 1_000_000;
        while (System.nanoTime() < end) {
            PluginLoader loader = new PluginLoader(classFiles);
            for (int i = 0; i < PLUGINS && System.nanoTime() < end; i++) shown += loader.define(i).getModifiers() & 1;
        }
    }
}
