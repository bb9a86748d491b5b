package com.example.shop.feed;

/** The rows of the start page. */
public final class FeedAdapter {
    private static final int ROWS = 40;

    private final ImageDecoder decoder = new ImageDecoder();
    private final float[] tops = new float[ROWS];

    /** One to four milliseconds of work, as the scroll position changes. */
    void layoutRows(int frame) {
        long end = System.nanoTime() + (1 + frame % 4) * 900_000L;
        float scroll = frame * 3.5f;
        do {
            float top = -scroll % 120;
            for (int row = 0; row < ROWS; row++) {
                tops[row] = top;
                top += 120 + 8 * (float) Math.sin((scroll + top) / 50);
            }
        } while (System.nanoTime() < end);
    }

    /** Decodes a photo where it is shown: on the main thread. */
    public void showPhoto(int position) {
        int[] pixels = decoder.decode(position);
        tops[position % ROWS] += pixels[position] & 1;
    }
}
