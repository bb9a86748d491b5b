/* CADisplayLink of a display of 120 Hz, for an app that gets 60: calls its target at the first chance after each of those. What is shown is
 * nobody's business here. */
#include "display_link.h"

#include <stdlib.h>

#include "../kernel/kernel.h"
#include "../foundation/objc.h"
#include "../foundation/run_loop.h"

enum { FRAME_NS = 1000000000 / 60, SHORTEST_FRAME_NS = 1000000000 / 120 };

struct display_link {
  struct objc_class *isa;
  void *target;
  const char *selector;
  struct run_loop_item *timer;
  /* When the last frame was shown. */
  uint64_t shown_ns;
};

static struct objc_class *display_link_class, *run_loop_class;

static void on_frame(struct run_loop_item *timer, void *info) {
  struct display_link *link = info;
  uint64_t now_ns = monotonic_ns();
  link->shown_ns = timer->timer.due_ns + (now_ns - timer->timer.due_ns) / FRAME_NS * FRAME_NS;
  objc_send(link->target, link->selector, link, NULL);
}

static void *with_target(void *class, const char *selector, void *target, const char *called) {
  (void)class, (void)selector;
  struct display_link *link = calloc(1, sizeof *link);
  *link = (struct display_link){.isa = display_link_class, .target = target, .selector = called};
  link->timer = run_loop_make_timer(monotonic_ns() + FRAME_NS, FRAME_NS, on_frame, link);
  return link;
}

static void add_to(struct display_link *link, const char *selector, void *loop, const struct cf_string *mode) {
  (void)selector, (void)loop;
  run_loop_add(run_loop_main(), link->timer, mode);
}

static void set_paused(struct display_link *link, const char *selector, signed char paused) {
  (void)selector;
  link->timer->timer.due_ns = paused ? UINT64_MAX : monotonic_ns() + FRAME_NS;
  run_loop_wake_main();
}

static void invalidate(struct display_link *link) { link->timer->valid = false; }

/* Seconds of mach_absolute_time. */
static double timestamp(const struct display_link *link) { return (double)link->shown_ns / 1e9; }
/* At the highest rate of the display, whatever the app gets. */
static double duration(const struct display_link *link) {
  (void)link;
  return SHORTEST_FRAME_NS / 1e9;
}
static double target_timestamp(const struct display_link *link) { return timestamp(link) + FRAME_NS / 1e9; }

static void *main_run_loop(void) {
  static struct objc_class **object;
  if (object == NULL) object = objc_instance(run_loop_class);
  return object;
}

void display_link_begin(void) {
  display_link_class = objc_make_class(&objc_object_class, "CADisplayLink", sizeof(struct display_link) - 8);
  objc_add_method(display_link_class->isa, "displayLinkWithTarget:selector:", (objc_method)with_target);
  objc_add_method(display_link_class, "addToRunLoop:forMode:", (objc_method)add_to);
  objc_add_method(display_link_class, "setPaused:", (objc_method)set_paused);
  objc_add_method(display_link_class, "invalidate", (objc_method)invalidate);
  objc_add_method(display_link_class, "timestamp", (objc_method)timestamp);
  objc_add_method(display_link_class, "duration", (objc_method)duration);
  objc_add_method(display_link_class, "targetTimestamp", (objc_method)target_timestamp);
  objc_add_class(display_link_class);
  run_loop_class = objc_make_class(&objc_object_class, "NSRunLoop", 0);
  objc_add_method(run_loop_class->isa, "mainRunLoop", (objc_method)main_run_loop);
  objc_add_class(run_loop_class);
}
