package com.example.shop.cart;

import android.os.SystemClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Talks to the bank; here the bank is a slow thread of this process. */
public final class PaymentClient {
    private static final long ANSWER_MS = 350, BACK_OFF_MS = 250;

    /** Waits for the bank's answer on the thread that asks. */
    public void authorize() {
        try (ServerSocket bank = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket connection = new Socket(bank.getInetAddress(), bank.getLocalPort())) {
            new Thread(() -> answer(bank), "bank").start();
            readAnswer(connection.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int readAnswer(InputStream in) throws IOException {
        return in.read();
    }

    private static void answer(ServerSocket bank) {
        try (Socket client = bank.accept()) {
            SystemClock.sleep(ANSWER_MS);
            client.getOutputStream().write(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** "Try again in a moment", by sleeping. */
    public void retry() {
        try {
            Thread.sleep(BACK_OFF_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
