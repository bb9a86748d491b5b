package dev.laglens.sample;

import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Plays each kind of lag in turn for a minute. On the main thread. */
public final class Schedule {
    static final long LAG_MS = 300;
    private static final long FIRST_MS = 3_000, PAUSE_MS = 1_700, WHOLE_MS = 60_000;

    private final Handler main = new Handler(Looper.getMainLooper());
    private final List<Lag> lags = new ArrayList<>();
    private final FileRead fileRead;
    private final File folder;
    private final Runnable whenOver;
    private Truth truth;
    private long overNs;
    private int next;

    /**
     * @param folder of the app's own, for files
     * @param whenOver runs after the last lag
     */
    public Schedule(File folder, Runnable whenOver) {
        this.folder = folder;
        this.whenOver = whenOver;
        truth = new Truth(folder);
        fileRead = new FileRead(folder);
        lags.add(new Busy());
        lags.add(new Sleep());
        lags.add(new Lock());
        lags.add(new LateFrame());
        lags.add(new Storm());
    }

    /** From now on there is another process to call. */
    public void connected(IBinder remote) {
        lags.add(new RemoteCall(remote));
    }

    /** Begins with the first kind, also while it plays. */
    public void play() {
        main.removeCallbacksAndMessages(null);
        truth = new Truth(folder);
        truth.begin();
        next = 0;
        overNs = System.nanoTime() + WHOLE_MS * 1_000_000;
        stepIn(FIRST_MS, truth);
        if (!lags.contains(fileRead)) new Thread(this::prepare, "SampleFile").start();
    }

    /** No more lags. */
    public void stop() {
        main.removeCallbacksAndMessages(null);
        truth = new Truth(folder);
        fileRead.delete();
    }

    private void prepare() {
        try {
            fileRead.write();
        } catch (IOException full) {
            // Without room for the file this kind is not played.
            return;
        }
        main.post(() -> lags.add(fileRead));
    }

    private void stepIn(long millis, final Truth run) {
        main.postDelayed(() -> step(run), millis);
    }

    private void step(Truth run) {
        if (System.nanoTime() > overNs) {
            run.end();
            whenOver.run();
            return;
        }
        final Lag lag = lags.get(next++ % lags.size());
        lag.trigger(main, () -> measure(lag, run));
    }

    /** A lag that another thread or frame triggered may come after a new begin. */
    private void measure(Lag lag, Truth run) {
        if (run != truth) return;
        long beginNs = System.nanoTime();
        try {
            String place = lag.play(beginNs + LAG_MS * 1_000_000);
            run.lag(lag, beginNs, System.nanoTime(), place);
        } catch (IllegalStateException e) {
            run.failed(lag, e);
        }
        stepIn(PAUSE_MS, run);
    }
}
