package com.example.shop.delivery;

import android.os.IBinder;
import android.os.RemoteException;
import java.util.function.Supplier;

/** When an order arrives: another app knows. */
public final class DeliveryDate {
    private static final int POSTCODE = 10115;

    private final Supplier<IBinder> carrier;
    private int days;

    /** @param carrier the connection to the carrier's app */
    public DeliveryDate(Supplier<IBinder> carrier) {
        this.carrier = carrier;
    }

    /** Asks the other process while its answer is to be shown. */
    public void show() {
        try {
            days += IDeliveryService.Stub.asInterface(carrier.get()).daysTo(POSTCODE);
        } catch (RemoteException e) {
            throw new IllegalStateException(e);
        }
    }
}
