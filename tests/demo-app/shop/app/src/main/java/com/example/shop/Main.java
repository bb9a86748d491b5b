package com.example.shop;

import com.example.phone.Phone;

/** The shop's process. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        Phone.start();
        Phone.run(new ShopApplication());
    }
}
