package com.example.phone;

import android.os.Handler;
import android.os.HandlerThread;
import android.os.Looper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes the app lag on a schedule: each thing that it can do, one about every 1.5 s, again and again. Main rests before each. */
final class Schedule {
    private static final long FIRST_MS = 600, LONG_ENOUGH_MS = 1200, REST_MS = 300;
    private static final String[] ALL = {
        "busy", "lock", "file", "network", "frame", "recursion", "storm", "gc", "idle", "input", "launch", "inline",
        "sleep", "lambda", "coroutine", "future", "outline", "notify", "latch", "readwrite", "cores", "binder", "preferences",
        "library", "classes", "chain", "deadlock",
    };
    /** Reasons: README.md. */
    private static final List<String> NOT_ON_ART = Arrays.asList("binder", "preferences", "classes");

    private final Actions actions;
    private final Handler handler;
    private final Handler main = new Handler(Looper.getMainLooper());
    private final List<String> kinds = new ArrayList<>(Arrays.asList(ALL));
    private int next;
    private volatile boolean isFollowed;

    Schedule(Actions actions) {
        this.actions = actions;
        if (Phone.isArt()) kinds.removeAll(NOT_ON_ART);
        HandlerThread thread = new HandlerThread("visitor");
        thread.setDaemon(true);
        thread.start();
        handler = new Handler(thread.getLooper());
    }

    /** @param name "all", or "none": then the app only draws its frames */
    boolean follow(String name) {
        handler.removeCallbacksAndMessages(null);
        isFollowed = name.equals("all");
        if (isFollowed) handler.postDelayed(this::step, FIRST_MS);
        return isFollowed || name.equals("none");
    }

    private void step() {
        handler.postDelayed(this::awaitMain, LONG_ENOUGH_MS);
        actions.trigger(kinds.get(next++ % kinds.size()));
    }

    /** On a busy computer one lag would run into the next. */
    private void awaitMain() {
        main.post(() -> {
            if (isFollowed) handler.postDelayed(this::step, REST_MS);
        });
    }
}
