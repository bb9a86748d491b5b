package com.example.shop.product;

/** One product; its photo can be enlarged with two fingers. */
public final class ProductScreen {
    private static final long SCALING_MS = 250;

    private final float[] photo = new float[1 << 14];

    public void onPinch() {
        resample(1.5f);
    }

    private void resample(float scale) {
        long end = System.nanoTime() + SCALING_MS * 1_000_000;
        while (System.nanoTime() < end) {
            for (int i = 1; i < photo.length; i++) photo[i] = (photo[i - 1] + scale * i) % 255;
        }
    }
}
