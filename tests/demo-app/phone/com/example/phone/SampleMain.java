package com.example.phone;

import android.os.IBinder;
import java.io.File;
import java.lang.reflect.Method;

/** Runs the sample app of `device-agents/sample-app` on the phone, in place of the shop: its schedule, without its activity's text. */
public final class SampleMain implements Phone.App {
    private static final String SCHEDULE = "dev.laglens.sample.Schedule";
    /** The app's folder for its files; set by the launcher. */
    private static final String FOLDER = "phone.folder";

    public static void main(String[] args) {
        Phone.start();
        Phone.run(new SampleMain());
    }

    /** The action "play" begins again, as another start of its activity. */
    @Override
    public void onCreate(Actions actions) {
        try {
            Class<?> type = Class.forName(SCHEDULE);
            File folder = new File(System.getProperty(FOLDER));
            Object schedule = type.getConstructor(File.class, Runnable.class).newInstance(folder, (Runnable) () -> {});
            if (!Phone.isArt()) type.getMethod("connected", IBinder.class).invoke(schedule, Services.remote());
            Method play = type.getMethod("play");
            play.invoke(schedule);
            actions.onPost("play", () -> invoke(play, schedule));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void invoke(Method method, Object object) {
        try {
            method.invoke(object);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
