package com.example.shop.settings;

import android.content.SharedPreferences;
import java.util.function.Supplier;

/** What a visitor prefers. */
public final class ShopSettings {
    private final Supplier<SharedPreferences> preferences;
    private int changes;

    public ShopSettings(Supplier<SharedPreferences> preferences) {
        this.preferences = preferences;
    }

    /** Waits for the disk: `apply` would not. */
    public void save() {
        preferences.get().edit().putInt("changes", ++changes).commit();
    }
}
