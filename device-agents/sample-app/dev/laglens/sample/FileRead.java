package dev.laglens.sample;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/** Main reads a file of the app's own, again and again. */
final class FileRead extends Lag {
    private static final int FILE_BYTES = 4 << 20, PIECE_BYTES = 64 << 10;

    private final File file;

    /** @param folder of the app's own */
    FileRead(File folder) {
        super("file");
        file = new File(folder, "laglens-sample-read");
    }

    /** Not on the main thread. */
    void write() throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file, "rw")) {
            byte[] piece = new byte[PIECE_BYTES];
            for (int done = 0; done < FILE_BYTES; done += PIECE_BYTES) out.write(piece);
        }
    }

    void delete() {
        file.delete();
    }

    @Override
    String play(long endNs) {
        byte[] piece = new byte[PIECE_BYTES];
        String place = Place.here();
        try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
            for (place = Place.here(); System.nanoTime() < endNs; ) if (in.read(piece) < 0) in.seek(0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return place;
    }
}
