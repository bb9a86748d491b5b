package com.example.shop.catalog;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The catalogue file. */
public final class Catalog {
    private static final long READING_MS = 350;
    private static final int SIZE = 1 << 20;

    private long checksum;

    /** Reads the file over and over: nobody thought of keeping it. */
    public void open() {
        try {
            File file = File.createTempFile("catalog", ".bin");
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(new byte[SIZE]);
            }
            readAll(file);
            if (!file.delete()) throw new IOException("Cannot delete " + file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readAll(File file) throws IOException {
        byte[] block = new byte[1 << 16];
        long end = System.nanoTime() + READING_MS * 1_000_000;
        while (System.nanoTime() < end) {
            try (FileInputStream in = new FileInputStream(file)) {
                for (int length; (length = in.read(block)) > 0; ) checksum += length ^ block[0];
            }
        }
    }
}
