package com.example.shop.feed;

import android.view.Choreographer;

/** Lays out the feed in every frame. */
public final class FeedFrames implements Choreographer.FrameCallback {
    private final FeedAdapter feed;
    private int frame;

    public FeedFrames(FeedAdapter feed) {
        this.feed = feed;
    }

    public void start() {
        Choreographer.getInstance().postFrameCallback(this);
    }

    @Override
    public void doFrame(long frameTimeNanos) {
        Choreographer.getInstance().postFrameCallback(this);
        feed.layoutRows(frame++);
    }
}
