package dev.laglens.sample;

import android.app.Activity;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;

/** Lags once a second. */
public final class SampleActivity extends Activity {
    private static final long LAG_MS = 300;
    private static final long EVERY_MS = 1_000;

    private final Handler main = new Handler(Looper.getMainLooper());

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        main.post(this::lag);
    }

    @Override
    protected void onDestroy() {
        main.removeCallbacksAndMessages(null);
        super.onDestroy();
    }

    private void lag() {
        SystemClock.sleep(LAG_MS);
        main.postDelayed(this::lag, EVERY_MS);
    }
}
