/* Observers, sources and timers, and which run loop and modes they are in. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../kernel/kernel.h"
#include "run_loop.h"
#include "../dyld/symbols.h"

const struct cf_string default_mode = {cf_string_class, 0x7c8, "kCFRunLoopDefaultMode", 21};
const struct cf_string common_modes = {cf_string_class, 0x7c8, "kCFRunLoopCommonModes", 21};
const struct cf_string initialization_mode = {cf_string_class, 0x7c8, "UIInitializationRunLoopMode", 27};
const struct cf_string tracking_mode = {cf_string_class, 0x7c8, "UITrackingRunLoopMode", 21};

static const struct cf_string *default_mode_pointer = &default_mode, *common_modes_pointer = &common_modes;

/* version, info, retain, release, copyDescription */
struct context {
  long version;
  void *info, *keep, *let_go, *describe;
};
/* … equal, hash, schedule, cancel, perform */
struct source_context {
  struct context base;
  void *equal, *hash, *schedule, *cancel;
  void (*perform)(void *info);
};

static struct run_loop_item *item_create(enum item_kind kind, long order, const struct context *context) {
  struct run_loop_item *item = calloc(1, sizeof *item);
  item->kind = kind;
  item->order = order;
  item->valid = true;
  item->info = context == NULL ? NULL : context->info;
  return item;
}

static struct run_loop_item *observer_create(const void *allocator, unsigned long activities, unsigned char repeats, long order,
                                             void (*called)(struct run_loop_item *, unsigned long, void *), const struct context *context) {
  (void)allocator;
  struct run_loop_item *item = item_create(OBSERVER, order, context);
  item->observer.activities = activities;
  item->observer.repeats = repeats != 0;
  item->observer.called = called;
  return item;
}

static struct run_loop_item *source_create(const void *allocator, long order, const struct source_context *context) {
  (void)allocator;
  struct run_loop_item *item = item_create(SOURCE, order, &context->base);
  item->source.perform = context->perform;
  return item;
}

static uint64_t due_ns(double fire_date) {
  struct timespec wall;
  clock_gettime(CLOCK_REALTIME, &wall);
  double now = (double)(wall.tv_sec - 978307200) + (double)wall.tv_nsec / 1e9, delay = fire_date - now;
  return monotonic_ns() + (delay > 0 ? (uint64_t)(delay < 1e9 ? delay * 1e9 : 1e18) : 0);
}

struct run_loop_item *run_loop_make_timer(uint64_t due_ns, uint64_t interval_ns, void (*called)(struct run_loop_item *, void *), void *info) {
  struct run_loop_item *item = item_create(TIMER, 0, NULL);
  item->info = info;
  item->timer.due_ns = due_ns;
  item->timer.interval_ns = interval_ns;
  item->timer.called = called;
  return item;
}

static struct run_loop_item *timer_create_(const void *allocator, double fire_date, double interval, unsigned long flags, long order,
                                           void (*called)(struct run_loop_item *, void *), const struct context *context) {
  (void)allocator, (void)flags;
  struct run_loop_item *item = item_create(TIMER, order, context);
  item->timer.due_ns = due_ns(fire_date);
  item->timer.interval_ns = interval > 0 ? (uint64_t)(interval * 1e9) : 0;
  item->timer.called = called;
  return item;
}

static void timer_set_next_fire_date(struct run_loop_item *timer, double fire_date) {
  timer->timer.due_ns = due_ns(fire_date);
  if (timer->loop != NULL) run_loop_wake(timer->loop);
}

/* At its place by order, behind those that are as early. */
static void insert(struct run_loop *loop, struct run_loop_item *item) {
  unsigned at = loop->item_count;
  if (at == MOST_ITEMS) abort();
  for (; at > 0 && loop->items[at - 1]->order > item->order; at--) loop->items[at] = loop->items[at - 1];
  loop->items[at] = item;
  loop->item_count++;
  item->loop = loop;
}

void run_loop_add(struct run_loop *loop, struct run_loop_item *item, const struct cf_string *mode) {
  unsigned bit = is_common_modes(mode) ? 0 : 1u << run_loop_mode(loop, mode);
  if (bit == 0) atomic_store(&item->common, true);
  atomic_fetch_or(&item->modes, bit);
  pthread_mutex_lock(&loop->lock);
  if (item->loop == NULL) insert(loop, item);
  pthread_mutex_unlock(&loop->lock);
  /* A timer may be due before the loop would wake up. */
  if (item->kind == TIMER) run_loop_wake(loop);
}

static void take_out(struct run_loop *loop, struct run_loop_item *item, const struct cf_string *mode) {
  if (is_common_modes(mode)) atomic_store(&item->common, false);
  else atomic_fetch_and(&item->modes, ~(1u << run_loop_mode(loop, mode)));
}

/* Its place in the loop is given back. */
static void invalidate(struct run_loop_item *item) {
  struct run_loop *loop = item->loop;
  item->valid = false;
  if (loop == NULL) return;
  pthread_mutex_lock(&loop->lock);
  for (unsigned i = 0; i < loop->item_count; i++) {
    if (loop->items[i] != item) continue;
    memmove(&loop->items[i], &loop->items[i + 1], (loop->item_count - i - 1) * sizeof item);
    loop->item_count--;
    break;
  }
  item->loop = NULL;
  pthread_mutex_unlock(&loop->lock);
}

static void signal_source(struct run_loop_item *source) { atomic_store(&source->source.signalled, true); }

static unsigned char contains(struct run_loop *loop, const struct run_loop_item *item, const struct cf_string *mode) {
  if (item->loop != loop) return 0;
  return is_common_modes(mode) ? atomic_load(&item->common) : atomic_load(&item->modes) >> run_loop_mode(loop, mode) & 1;
}

const struct symbol run_loop_item_symbols[] = {
    DATA(kCFRunLoopDefaultMode, &default_mode_pointer),
    DATA(kCFRunLoopCommonModes, &common_modes_pointer),
    FUNCTION(CFRunLoopObserverCreate, observer_create),
    FUNCTION(CFRunLoopSourceCreate, source_create),
    FUNCTION(CFRunLoopTimerCreate, timer_create_),
    FUNCTION(CFRunLoopTimerSetNextFireDate, timer_set_next_fire_date),
    FUNCTION(CFRunLoopAddObserver, run_loop_add),
    FUNCTION(CFRunLoopAddSource, run_loop_add),
    FUNCTION(CFRunLoopAddTimer, run_loop_add),
    FUNCTION(CFRunLoopRemoveObserver, take_out),
    FUNCTION(CFRunLoopRemoveSource, take_out),
    FUNCTION(CFRunLoopRemoveTimer, take_out),
    FUNCTION(CFRunLoopObserverInvalidate, invalidate),
    FUNCTION(CFRunLoopSourceInvalidate, invalidate),
    FUNCTION(CFRunLoopTimerInvalidate, invalidate),
    FUNCTION(CFRunLoopContainsObserver, contains),
    FUNCTION(CFRunLoopSourceSignal, signal_source),
    END_OF_SYMBOLS,
};
