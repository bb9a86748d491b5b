package com.example.shop.feed;

/** The banner on top of the feed, with a soft shadow. */
public final class BannerAnimation {
    private static final int WIDTH = 1024, RADIUS = 12;
    private static final long BLUR_MS = 180;

    private final float[] line = new float[WIDTH];

    /** Blurs within one frame what should have been blurred once. */
    public void drawShadow() {
        long end = System.nanoTime() + BLUR_MS * 1_000_000;
        line[WIDTH / 2] = 1;
        while (System.nanoTime() < end) {
            for (int x = RADIUS; x < WIDTH - RADIUS; x++) {
                float sum = 0;
                for (int i = -RADIUS; i <= RADIUS; i++) sum += line[x + i];
                line[x] = sum / (2 * RADIUS + 1);
            }
        }
    }
}
