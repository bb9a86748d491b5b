package dev.laglens.sample;

import android.os.IBinder;
import android.os.Parcel;
import android.os.RemoteException;

/** Main waits for the answer of another process. */
final class RemoteCall extends Lag {
    static final int ANSWER_SLOWLY = IBinder.FIRST_CALL_TRANSACTION;

    private final IBinder remote;

    RemoteCall(IBinder remote) {
        super("binder");
        this.remote = remote;
    }

    /** The other process decides when it ends. */
    @Override
    String play(long endNs) {
        Parcel data = Parcel.obtain(), reply = Parcel.obtain();
        String place = Place.here();
        try {
            place = Place.here(); remote.transact(ANSWER_SLOWLY, data, reply, 0);
        } catch (RemoteException e) {
            throw new IllegalStateException(e);
        } finally {
            reply.recycle();
            data.recycle();
        }
        return place;
    }
}
