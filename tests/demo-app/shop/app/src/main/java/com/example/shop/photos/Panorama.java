package com.example.shop.photos;

/** A panorama of a product. Threads render its tiles while main projects their outline. */
public final class Panorama {
    private static final long SHOWING_MS = 700;
    private static final int LEAST_RENDERERS = 4;

    private final float[] outline = new float[1 << 12];

    /** Starts more threads than there are cores, so main competes with them. */
    public void show() {
        long end = System.nanoTime() + SHOWING_MS * 1_000_000;
        int renderers = Math.max(LEAST_RENDERERS, 2 * Runtime.getRuntime().availableProcessors());
        for (int i = 1; i <= renderers; i++) new Thread(() -> renderTiles(end), "renderer-" + i).start();
        project(end);
    }

    private void project(long end) {
        while (System.nanoTime() < end) {
            for (int i = 1; i < outline.length; i++) outline[i] = (outline[i - 1] + 1.5f * i) % 360;
        }
    }

    private static int renderTiles(long end) {
        int color = 1;
        while (System.nanoTime() < end) {
            for (int pixel = 0; pixel < 4096; pixel++) color = color * 31 + pixel;
        }
        return color;
    }
}
