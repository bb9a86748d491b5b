package com.example.shop;

import android.os.HandlerThread;
import com.example.phone.Actions;
import com.example.phone.Phone;
import com.example.shop.cart.CartRepository;
import com.example.shop.cart.CheckoutScreen;
import com.example.shop.cart.PaymentClient;
import com.example.shop.catalog.Catalog;
import com.example.shop.catalog.CategoryTree;
import com.example.shop.catalog.PriceCache;
import com.example.shop.catalog.PriceHistory;
import com.example.shop.feed.BannerAnimation;
import com.example.shop.feed.FeedAdapter;
import com.example.shop.feed.FeedFrames;
import com.example.shop.offers.CartTotalsKt;
import com.example.shop.product.ProductScreen;
import com.example.shop.recommendations.Recommendations;
import com.example.shop.search.SearchIndex;
import com.example.shop.wishlist.WishList;

/** Puts the shop together, and says what its visitors can do. */
public final class ShopApplication implements Phone.App {
    private static final int SHOW_PHOTOS = 1, OPEN_CHECKOUT = 2, SHOW_PRICE_HISTORY = 3;
    private static final long LOADING_FONTS_MS = 250;

    private final int[] glyphs = new int[4096];

    @Override
    public void onCreate(Actions actions) {
        Actions.label("start");
        loadFonts();
        HandlerThread database = new HandlerThread("bg-db");
        database.setDaemon(true);
        database.start();

        FeedAdapter feed = new FeedAdapter();
        BannerAnimation banner = new BannerAnimation();
        CartRepository cart = new CartRepository(database.getLooper());
        CheckoutScreen checkout = new CheckoutScreen();
        PaymentClient payment = new PaymentClient();
        PriceCache prices = new PriceCache();
        ProductScreen product = new ProductScreen();

        actions.onMessage("busy", SHOW_PHOTOS, () -> feed.showPhoto(7));
        actions.onOwnThread("lock", () -> cart.saveAll(() -> showCartBadge(cart)));
        actions.onPost("file", new Catalog()::open);
        actions.onPost("network", payment::authorize);
        actions.onPost("sleep", payment::retry);
        actions.onFrame("frame", banner::drawShadow);
        actions.onPost("recursion", new CategoryTree()::countProducts);
        actions.onManyPosts("storm", PriceCache.SYMBOLS, prices::onPriceChanged);
        actions.onMessage("gc", SHOW_PRICE_HISTORY, new PriceHistory()::load);
        actions.onIdle("idle", new SearchIndex());
        actions.onTouch("input", product::onPinch);
        actions.onMessage("launch", OPEN_CHECKOUT, checkout::onCreate);
        actions.onPost("inline", () -> CartTotalsKt.totalWithOffers(99));
        actions.onPost("lambda", new WishList()::sort);
        actions.onPost("coroutine", new Recommendations()::refresh);
        actions.onPost("future", checkout::showDeliveryQuote);
        actions.onPost("outline", checkout::printReceipt);
        OtherScreens.addTo(actions);
        new FeedFrames(feed).start();
    }

    private void loadFonts() {
        long end = System.nanoTime() + LOADING_FONTS_MS * 1_000_000;
        while (System.nanoTime() < end) {
            for (int i = 1; i < glyphs.length; i++) glyphs[i] = glyphs[i - 1] * 31 + i;
        }
    }

    private static void showCartBadge(CartRepository cart) {
        Actions.label("lock");
        cart.itemCount();
    }
}
