package com.example.phone;

import android.os.Handler;
import android.os.Looper;
import android.os.Message;
import android.os.SystemClock;

/** What the system asks of the app's main thread, by the codes of android.app.ActivityThread$H. */
final class SystemHandler extends Handler {
    static final int BIND_APPLICATION = 110;
    static final int ATTACH_AGENT = 155;
    private static final int EXECUTE_TRANSACTION = 159;
    private static final int FREEZE = 1, QUIT = 2;

    private final Phone.App app;
    private final Actions actions;
    private final String firstAgent;
    private Screen screen;

    /** @param firstAgent PATH=OPTIONS of the agent to attach before the app is created, or null */
    SystemHandler(Phone.App app, Actions actions, String firstAgent) {
        super(Looper.getMainLooper());
        this.firstAgent = firstAgent;
        this.app = app;
        this.actions = actions;
    }

    /** @param agent PATH=OPTIONS */
    void attachAgent(String agent) {
        obtainMessage(ATTACH_AGENT, agent).sendToTarget();
    }

    /** Keeps the main thread busy doing nothing. */
    void freeze(int millis) {
        obtainMessage(FREEZE, millis, 0).sendToTarget();
    }

    /** Moves the activity on: a step as in Activity's onStart, without "on"; "listeners" only asks. */
    void activity(String step) {
        obtainMessage(EXECUTE_TRANSACTION, step).sendToTarget();
    }

    void quit() {
        sendEmptyMessage(QUIT);
    }

    @Override
    public void handleMessage(Message message) {
        switch (message.what) {
            case BIND_APPLICATION:
                if (firstAgent != null) AgentLoader.attach(firstAgent);
                Services.preload();
                screen = Screen.of();
                app.onCreate(actions);
                obtainMessage(EXECUTE_TRANSACTION).sendToTarget();
                Control.say("ready");
                break;
            case ATTACH_AGENT:
                AgentLoader.attach((String) message.obj);
                break;
            case EXECUTE_TRANSACTION:
                if (message.obj != null) Control.say("activity " + afterStep((String) message.obj));
                else for (String step : new String[] {"create", "start", "resume"}) afterStep(step);
                break;
            case FREEZE:
                Actions.label("freeze");
                SystemClock.sleep(message.arg1);
                break;
            case QUIT:
                // Without shutdown hooks: ART may crash in a daemon thread on its way out.
                Runtime.getRuntime().halt(0);
                break;
            default:
                throw new AssertionError(message.what);
        }
    }

    /** @return who listens to the screen then */
    private String afterStep(String step) {
        if (screen == null) return "none";
        try {
            if (!step.equals("listeners")) screen.go(step);
            return screen.listeners();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
