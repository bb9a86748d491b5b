package dev.laglens.sample;

/** Main allocates, and requests collections. At most 4 MB stay reachable. */
final class Storm extends Lag {
    private static final int KEPT = 256, PIECE_BYTES = 16 << 10, PIECES_PER_COLLECTION = 1024;

    private byte[][] kept = new byte[0][];

    Storm() {
        super("gc");
    }

    @Override
    String play(long endNs) {
        kept = new byte[KEPT][];
        int n = 0;
        String place;
        for (place = Place.here(); System.nanoTime() < endNs; n++) { kept[n % KEPT] = new byte[PIECE_BYTES]; if (n % PIECES_PER_COLLECTION == 0) Runtime.getRuntime().gc(); }
        kept = new byte[0][];
        return place;
    }
}
