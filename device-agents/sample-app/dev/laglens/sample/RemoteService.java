package dev.laglens.sample;

import android.app.Service;
import android.content.Intent;
import android.os.Binder;
import android.os.IBinder;
import android.os.Parcel;
import android.os.SystemClock;

/** In a process of its own: answers slowly. */
public final class RemoteService extends Service {
    @Override
    public IBinder onBind(Intent intent) {
        return new Slow();
    }

    private static final class Slow extends Binder {
        @Override
        protected boolean onTransact(int code, Parcel data, Parcel reply, int flags) {
            if (code != RemoteCall.ANSWER_SLOWLY) return false;
            SystemClock.sleep(Schedule.LAG_MS);
            return true;
        }
    }
}
