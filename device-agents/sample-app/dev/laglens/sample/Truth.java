package dev.laglens.sample;

import android.util.Log;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The app's own measurement, a line of JSON per event in the log, and in a file for phones whose vendors disabled the log. */
final class Truth {
    static final String TAG = "LaglensSample";

    /** In all lines of this schedule, as the log may have an earlier one's. */
    private final long run = System.nanoTime();
    private final File file;

    /** @param folder of the app's own */
    Truth(File folder) {
        file = new File(folder, "laglens-sample-truth");
    }

    void begin() {
        file.delete();
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
        String line = "{\"laglensSample\":1,\"run\":" + run + field("event", event) + fields + "}";
        Log.i(TAG, line);
        try (FileOutputStream out = new FileOutputStream(file, true)) {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException full) {
            // The log has it.
        }
    }

    /** Names of classes, methods and threads need no escapes. */
    private static String field(String name, String value) {
        return ",\"" + name + "\":\"" + value + "\"";
    }
}
