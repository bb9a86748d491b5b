package com.example.shop;

import com.example.phone.Actions;
import com.example.phone.Phone;
import com.example.phone.Services;
import com.example.shop.catalog.PriceFeed;
import com.example.shop.delivery.DeliveryDate;
import com.example.shop.orders.OrderHistory;
import com.example.shop.orders.OrderUpload;
import com.example.shop.photos.Panorama;
import com.example.shop.photos.PhotoFilters;
import com.example.shop.plugins.PartnerOffers;
import com.example.shop.settings.ShopSettings;

/** What visitors can do that keeps the main thread waiting for others: threads, processes, the disk. */
final class OtherScreens {
    private OtherScreens() {}

    static void addTo(Actions actions) {
        OrderHistory orders = new OrderHistory();
        PartnerOffers partners = new PartnerOffers();

        actions.onPost("notify", new PriceFeed()::showLatest);
        actions.onPost("latch", new OrderUpload()::send);
        actions.onOwnThread("readwrite", () -> orders.synchronize(() -> showOrders(orders)));
        actions.onPost("cores", new Panorama()::show);
        actions.onPost("binder", new DeliveryDate(Services::remote)::show);
        actions.onPost("preferences", new ShopSettings(Services::preferences)::save);
        actions.onPost("library", new PhotoFilters(Phone.libraries())::load);
        actions.onOwnThread("classes", () -> partners.receive(() -> showPartners(partners)));
        LockedScreens.addTo(actions);
    }

    private static void showOrders(OrderHistory orders) {
        Actions.label("readwrite");
        orders.count();
    }

    private static void showPartners(PartnerOffers partners) {
        Actions.label("classes");
        partners.defineAll();
    }
}
