package com.example.phone;

import android.util.Log;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * Reads what to do from standard input, a line each: "lag NAME", "native MILLISECONDS", "freeze MILLISECONDS", "schedule NAME",
 * "activity STEP", "attach-agent PATH=OPTIONS", "quit". The end of the input ends the app. Answers on standard output: "ready", "attached",
 * "not attached: REASON", "activity LISTENERS".
 */
final class Control extends Thread {
    private static final String TAG = "phone";

    private final SystemHandler system;
    private final Actions actions;
    private final Schedule schedule;

    Control(SystemHandler system, Actions actions, Schedule schedule) {
        super("Binder:control");
        setDaemon(true);
        this.system = system;
        this.actions = actions;
        this.schedule = schedule;
    }

    @Override
    public void run() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
            for (String line; (line = in.readLine()) != null; ) {
                String[] words = line.split(" ", 2);
                if (!obey(words[0], words.length > 1 ? words[1] : "")) Log.e(TAG, "unknown: " + line);
            }
        } catch (IOException e) {
            Log.e(TAG, "standard input: " + e.getMessage());
        }
        system.quit();
    }

    static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private boolean obey(String command, String argument) {
        switch (command) {
            case "lag":
                return actions.trigger(argument);
            case "native":
                TouchScreen.workNatively(Integer.parseInt(argument));
                return true;
            case "freeze":
                system.freeze(Integer.parseInt(argument));
                return true;
            case "activity":
                system.activity(argument);
                return true;
            case "schedule":
                return schedule.follow(argument);
            case "attach-agent":
                system.attachAgent(argument);
                return true;
            case "quit":
                system.quit();
                return true;
            default:
                return false;
        }
    }
}
