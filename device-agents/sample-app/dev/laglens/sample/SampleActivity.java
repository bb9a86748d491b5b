package dev.laglens.sample;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.os.Bundle;
import android.os.IBinder;
import android.view.Gravity;
import android.view.WindowManager;
import android.widget.TextView;

/** Shows one sentence, and lags meanwhile. */
public final class SampleActivity extends Activity implements ServiceConnection {
    private Schedule schedule;
    private boolean isConnected;

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        TextView text = new TextView(this);
        text.setText("Laglens sample: lags on purpose");
        text.setGravity(Gravity.CENTER);
        setContentView(text);
        getWindow().addFlags(WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON);
        schedule = new Schedule(getCacheDir(), this::finishAndRemoveTask);
        bindService(new Intent(this, RemoteService.class), this, Context.BIND_AUTO_CREATE);
        schedule.play();
    }

    /** Started again. */
    @Override
    protected void onNewIntent(Intent intent) {
        schedule.play();
    }

    @Override
    protected void onDestroy() {
        schedule.stop();
        unbindService(this);
        super.onDestroy();
    }

    @Override
    public void onServiceConnected(ComponentName name, IBinder remote) {
        // A service that the system restarted is the same one for its callers.
        if (!isConnected) schedule.connected(remote);
        isConnected = true;
    }

    @Override
    public void onServiceDisconnected(ComponentName name) {}
}
