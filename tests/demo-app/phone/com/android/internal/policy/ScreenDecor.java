package com.android.internal.policy;

import android.os.Handler;
import android.view.FrameMetrics;
import android.view.Window;
import java.util.ArrayList;
import java.util.List;

/** The outermost view of a window without any others; hears of frames in the place of the render thread's. */
public final class ScreenDecor extends DecorView {
    private List<Listener> listeners;

    /** Never called: what it calls would ask the system server. */
    private ScreenDecor() {
        super(null, 0, null, null);
    }

    /** As View does for a view that is attached. */
    @Override
    public void addFrameMetricsListener(Window window, Window.OnFrameMetricsAvailableListener listener, Handler handler) {
        if (listeners == null) listeners = new ArrayList<>();
        listeners.add(new Listener(window, listener, handler));
    }

    @Override
    public void removeFrameMetricsListener(Window.OnFrameMetricsAvailableListener listener) {
        if (listeners == null || !listeners.removeIf(each -> each.listener == listener)) {
            throw new IllegalArgumentException("attempt to remove OnFrameMetricsAvailableListener that was never added");
        }
    }

    public int listeners() {
        return listeners == null ? 0 : listeners.size();
    }

    /** Each hears of it on the thread of its own handler. */
    public void frameCompleted(FrameMetrics metrics) {
        if (listeners == null) return;
        for (Listener each : listeners) each.handler.post(() -> each.listener.onFrameMetricsAvailable(each.window, metrics, 0));
    }

    private static final class Listener {
        final Window window;
        final Window.OnFrameMetricsAvailableListener listener;
        final Handler handler;

        Listener(Window window, Window.OnFrameMetricsAvailableListener listener, Handler handler) {
            this.window = window;
            this.listener = listener;
            this.handler = handler;
        }
    }
}
