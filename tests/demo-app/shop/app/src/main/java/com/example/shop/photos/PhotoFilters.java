package com.example.shop.photos;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;

/** A native library, which each visit to the editor unpacks and loads again. */
public final class PhotoFilters {
    private final File packed;

    /** @param libraries the app's folder of native libraries */
    public PhotoFilters(File libraries) {
        packed = new File(libraries, "libfilters.so");
    }

    /** A runtime loads each library once, so each time it is another file. */
    public void load() {
        try {
            File unpacked = File.createTempFile("libfilters", ".so");
            Files.copy(packed.toPath(), unpacked.toPath(), StandardCopyOption.REPLACE_EXISTING);
            System.load(unpacked.getAbsolutePath());
            if (!unpacked.delete()) throw new IOException("Cannot delete " + unpacked);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
