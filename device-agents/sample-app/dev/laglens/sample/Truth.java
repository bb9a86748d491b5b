package dev.laglens.sample;

import android.util.Log;

/** The app's own measurement, a line of JSON per event in the log. */
final class Truth {
    static final String TAG = "LaglensSample";

    /** In all lines of this schedule, as the log may have an earlier one's. */
    private final long run = System.nanoTime();

    void begin() {
        write("begin", "");
    }

    /** @param endNs by System.nanoTime(), which is CLOCK_MONOTONIC on Android */
    void lag(Lag lag, long beginNs, long endNs, String place) {
        String holder = lag.holder() == null ? "" : field("holder", lag.holder()) + field("holderPlace", lag.holderPlace());
        String thread = field("thread", Thread.currentThread().getName());
        write("lag", field("kind", lag.kind) + ",\"beginNs\":" + beginNs + ",\"endNs\":" + endNs + thread + field("place", place) + holder);
    }

    void failed(Lag lag, RuntimeException reason) {
        write("failed", field("kind", lag.kind) + field("reason", String.valueOf(reason.getCause()).replaceAll("[^\\w .:()/-]", " ")));
    }

    void end() {
        write("end", "");
    }

    private void write(String event, String fields) {
        Log.i(TAG, "{\"laglensSample\":1,\"run\":" + run + field("event", event) + fields + "}");
    }

    /** Names of classes, methods and threads need no escapes. */
    private static String field(String name, String value) {
        return ",\"" + name + "\":\"" + value + "\"";
    }
}
