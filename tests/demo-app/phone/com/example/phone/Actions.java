package com.example.phone;

import android.os.Handler;
import android.os.Looper;
import android.os.Message;
import android.os.MessageQueue;
import android.os.SystemClock;
import android.view.Choreographer;
import java.util.LinkedHashMap;
import java.util.Map;

/** What can be done with the app by name, and the way in which the main thread comes to do it. */
public final class Actions {
    private final Map<String, Runnable> triggers = new LinkedHashMap<>();
    private final Handler main = new Handler(Looper.getMainLooper());
    private final MainHandler handler = new MainHandler();

    /** By a Message with a code, to a Handler. */
    public void onMessage(String name, int what, Runnable action) {
        triggers.put(name, () -> handler.obtainMessage(what, new Action(name, action)).sendToTarget());
    }

    /** By a posted Runnable. */
    public void onPost(String name, Runnable action) {
        triggers.put(name, () -> main.post(new Action(name, action)));
    }

    /** Many small messages that are all due at the same time. */
    public void onManyPosts(String name, int count, Runnable action) {
        triggers.put(name, () -> {
            long due = SystemClock.uptimeMillis() + 150;
            for (int i = 0; i < count; i++) main.postAtTime(new Action(name, action), due);
        });
    }

    /** In the next frame. */
    public void onFrame(String name, Runnable action) {
        Action work = new Action(name, action);
        triggers.put(name, () -> main.post(() -> Choreographer.getInstance().postFrameCallback(frameTimeNanos -> work.run())));
    }

    /** When the main thread has nothing else to do. */
    public void onIdle(String name, MessageQueue.IdleHandler handler) {
        triggers.put(name, () -> main.post(() -> Looper.myQueue().addIdleHandler(() -> {
            label(name);
            return handler.queueIdle();
        })));
    }

    /** By a touch. */
    public void onTouch(String name, Runnable action) {
        int code = TouchScreen.add(new Action(name, action));
        triggers.put(name, () -> TouchScreen.touch(code));
    }

    /** Begins on a thread of the app's, which brings the main thread into it by {@link #label}. */
    public void onOwnThread(String name, Runnable trigger) {
        triggers.put(name, trigger);
    }

    /** Says what the main thread is doing now, for the truth file. */
    public static void label(String name) {
        Natives.label(name, Thread.currentThread().getName(), Screen.inFront());
    }

    /**
     * Says of the main thread's wait, for the truth file, what the threads entered themselves.
     *
     * @param owners names of the holders from main's on, with commas between
     * @param waker who gave it
     */
    public static void waited(String owners, String waker) {
        Natives.waited(owners, waker);
    }

    /** @return false when there is no such action */
    boolean trigger(String name) {
        Runnable trigger = triggers.get(name);
        if (trigger == null) return false;
        trigger.run();
        return true;
    }

    static final class Action implements Runnable {
        private final String name;
        private final Runnable work;

        Action(String name, Runnable work) {
            this.name = name;
            this.work = work;
        }

        @Override
        public void run() {
            label(name);
            work.run();
        }
    }

    private static final class MainHandler extends Handler {
        MainHandler() {
            super(Looper.getMainLooper());
        }

        @Override
        public void handleMessage(Message message) {
            ((Action) message.obj).run();
        }
    }
}
