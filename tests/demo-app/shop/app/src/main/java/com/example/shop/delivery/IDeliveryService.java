package com.example.shop.delivery;

import android.os.IBinder;
import android.os.IInterface;
import android.os.Parcel;
import android.os.RemoteException;

/** The carrier's app, as its AIDL file has it. */
interface IDeliveryService extends IInterface {
    int daysTo(int postcode) throws RemoteException;

    /** The callers' half of what AIDL's compiler makes. */
    final class Stub {
        private static final String DESCRIPTOR = "com.example.shop.delivery.IDeliveryService";
        private static final int TRANSACTION_DAYS_TO = IBinder.FIRST_CALL_TRANSACTION;

        private Stub() {}

        static IDeliveryService asInterface(IBinder binder) {
            return new Proxy(binder);
        }

        private static final class Proxy implements IDeliveryService {
            private final IBinder remote;

            Proxy(IBinder remote) {
                this.remote = remote;
            }

            @Override
            public IBinder asBinder() {
                return remote;
            }

            @Override
            public int daysTo(int postcode) throws RemoteException {
                Parcel question = Parcel.obtain();
                Parcel answer = Parcel.obtain();
                try {
                    question.writeInterfaceToken(DESCRIPTOR);
                    question.writeInt(postcode);
                    remote.transact(TRANSACTION_DAYS_TO, question, answer, 0);
                    answer.readException();
                    return answer.readInt();
                } finally {
                    answer.recycle();
                    question.recycle();
                }
            }
        }
    }
}
