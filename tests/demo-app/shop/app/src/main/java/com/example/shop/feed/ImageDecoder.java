package com.example.shop.feed;

/** Turns a photo's blocks into pixels. */
final class ImageDecoder {
    private static final int SIZE = 256;
    private static final long DECODING_MS = 600;

    int[] decode(int seed) {
        int[] pixels = new int[SIZE * SIZE];
        long end = System.nanoTime() + DECODING_MS * 1_000_000;
        for (int pass = seed; System.nanoTime() < end; pass++) {
            for (int y = 0; y < SIZE; y += 8) {
                for (int x = 0; x < SIZE; x++) {
                    int luma = (x * 31 + y * 17 + pass) & 255;
                    int chroma = (pixels[y * SIZE + x] >>> 8) & 255;
                    pixels[y * SIZE + x] = 0xff000000 | luma << 16 | chroma << 8 | (luma + chroma) >>> 1;
                }
            }
        }
        return pixels;
    }
}
