package com.example.phone;

import android.content.SharedPreferences;
import android.os.IBinder;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;

/** What an app gets from its Context: connections to other processes, and its preferences. Android's own classes, with the natives of `native/`. */
public final class Services {
    private static SharedPreferences preferences;

    private Services() {}

    /** Loads classes that would ask the app's package manager later, as zygote does. */
    static void preload() {
        try {
            Class.forName("android.app.AppOpsManager");
        } catch (ClassNotFoundException none) {
            // Only the looper's classes are here.
        }
    }

    /** A connection to another app's process. */
    public static IBinder remote() {
        try {
            return (IBinder) Made.without(Class.forName("android.os.BinderProxy"));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The app's only preferences, as Context.getSharedPreferences keeps them. */
    public static synchronized SharedPreferences preferences() {
        if (preferences == null) preferences = open();
        return preferences;
    }

    private static SharedPreferences open() {
        try {
            File file = Phone.newFile("preferences.xml");
            Constructor<?> made = Class.forName("android.app.SharedPreferencesImpl").getDeclaredConstructor(File.class, int.class);
            made.setAccessible(true);
            return (SharedPreferences) made.newInstance(file, 0);
        } catch (ReflectiveOperationException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
