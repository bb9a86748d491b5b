#include "visitor.h"

#import "../Feed/FeedViewController.h"
#import "../Feed/Thumbnails.h"

#include "../Cart/cart.h"
#include "../Catalog/catalog.h"
#include "../Payment/payment.h"
#include "../Stock/audit.h"
#include "../Stock/delivery.h"
#include "../Stock/goods.h"
#include "../Stock/stock.h"

enum { FIRST_US = 600000, LONG_ENOUGH_US = 1200000, REST_US = 300000 };

static bool is_following;

static void show_photo(void) { [[FeedViewController new] showPhoto]; }
static void refresh_prices(void) { [[FeedViewController new] refreshPrices]; }
static void show_thumbnails(void) { [[FeedViewController new] showThumbnails]; }
static void count_items(void) {
  cart_synchronize();
  cart_item_count();
}
static void sum_items(void) {
  cart_synchronize();
  cart_total();
}
static void read_catalog(void) { catalog_read_all(); }
static void count_categories(void) { count_below(12); }
static void show_prices(void) { show_price(1299); }
static void flatten_tree(void) { flatten(600); }
static void wait_for_answer(void) { payment_wait_for_answer(); }
static void compare_offers(void) { payment_compare_offers(); }
static void show_stock(void) {
  stock_count();
  stock_left();
}
static void show_delivery(void) { delivery_days(); }

/* Where this runs in a simulated phone, that one writes down what main waited for. */
static void say_waited(const char *owners, const char *waker) {
  static void (*waited)(const char *, const char *);
  if (waited == NULL) waited = (void (*)(const char *, const char *))dlsym(RTLD_DEFAULT, "phone_truth_waited");
  if (waited != NULL) waited(owners, waker);
}
static void count_goods(void) {
  goods_receive();
  goods_count();
  say_waited(goods_holders(), goods_last_holder());
}
static void audit_stock(void) {
  audit_worth();
  say_waited(audit_holder(), audit_guard());
}
static void wait_for_ever(void) { payment_wait_for_lost_answer(); }

static const struct {
  const char *name;
  void (*act)(void);
} kinds[] = {
    {"busy", show_photo},        {"lock", count_items},       {"unfair", sum_items},      {"file", read_catalog},
    {"recursion", count_categories}, {"tail", show_prices},   {"deep", flatten_tree},     {"storm", refresh_prices},
    {"sync", show_thumbnails},   {"semaphore", wait_for_answer}, {"group", compare_offers}, {"sleep", payment_retry},
    {"readwrite", show_stock},   {"condition", show_delivery}, {"chain", count_goods},
    {"deadlock", audit_stock},
    {"lost", wait_for_ever},
};
/* The last one has no end: no schedule comes to it. */
enum { KINDS = sizeof kinds / sizeof *kinds, SCHEDULED = KINDS - 1 };

/* Where this runs in a simulated phone, that one writes down what main does, and when. */
static void say_kind(const char *kind) {
  static void (*label)(const char *);
  if (label == NULL) label = (void (*)(const char *))dlsym(RTLD_DEFAULT, "phone_truth_label");
  if (label != NULL) label(kind);
}

static bool act(const char *name) {
  for (int i = 0; i < KINDS; i++) {
    if (strcmp(kinds[i].name, name) != 0) continue;
    say_kind(name);
    kinds[i].act();
    return true;
  }
  return false;
}

/* On a busy computer one lag would run into the next. */
static void await_main(void) {
  static dispatch_semaphore_t rested;
  if (rested == NULL) rested = dispatch_semaphore_create(0);
  dispatch_async(dispatch_get_main_queue(), ^{
    dispatch_semaphore_signal(rested);
  });
  dispatch_semaphore_wait(rested, DISPATCH_TIME_FOREVER);
}

static void *follow(void *nothing) {
  pthread_setname_np("visitor");
  usleep(FIRST_US);
  for (int next = 0; is_following; next++) {
    dispatch_async(dispatch_get_main_queue(), ^{
      act(kinds[next % SCHEDULED].name);
    });
    usleep(LONG_ENOUGH_US);
    await_main();
    usleep(REST_US);
  }
  return nothing;
}

bool visitor_follow(const char *schedule) {
  bool all = strcmp(schedule, "all") == 0, fresh = all && !is_following;
  pthread_t thread;
  if (!all && strcmp(schedule, "none") != 0) return false;
  is_following = all;
  if (fresh && pthread_create(&thread, NULL, follow, NULL) == 0) pthread_detach(thread);
  return true;
}

BOOL visitor_open(const char *url) {
  if (strncmp(url, "shop://lag/", 11) == 0) return act(url + 11);
  if (strncmp(url, "shop://schedule/", 16) == 0) return visitor_follow(url + 16);
  return NO;
}
