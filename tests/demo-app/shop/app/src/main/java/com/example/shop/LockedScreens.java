package com.example.shop;

import com.example.phone.Actions;
import com.example.shop.warehouse.StockCheck;
import com.example.shop.warehouse.Warehouse;

/** What visitors can do that keeps the main thread waiting for threads which wait for others. */
final class LockedScreens {
    private LockedScreens() {}

    static void addTo(Actions actions) {
        Warehouse warehouse = new Warehouse();
        StockCheck check = new StockCheck();

        actions.onOwnThread("chain", () -> warehouse.receive(() -> showGoods(warehouse)));
        actions.onOwnThread("deadlock", () -> check.begin(() -> showStock(check)));
    }

    private static void showGoods(Warehouse warehouse) {
        Actions.label("chain");
        warehouse.count();
        Actions.waited(warehouse.holders(), warehouse.lastHolder());
    }

    private static void showStock(StockCheck check) {
        Actions.label("deadlock");
        check.countLeft();
        Actions.waited(check.holders(), check.lastHolder());
    }
}
