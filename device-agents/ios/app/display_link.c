#include "display_link.h"

#include "../agent.h"
#include "../darwin/core_foundation.h"
#include "../system/objc.h"
#include "animations.h"

enum { LATE_SHARE = 2 /* late by more than one half of a frame */ };

static uint32_t wanted;             /* by the agent's thread */
static uint32_t in_time, period_us; /* by main */
/* Main's own. */
static laglens_id frame_link;
static laglens_selector timestamp_of, target_of;
static bool is_on, is_hopeless;
static double due_s, due_period_s; /* when the next call is, 0 unknown, and how long its frame is */

/* Called at the first chance after a frame was shown. Its times are of the agent's clock, in seconds. The frame is as long as from its time
 * to the next one's; `duration` is that of the highest rate of the display. */
static void on_frame(laglens_id self, laglens_selector selector, laglens_id caller) {
  (void)self, (void)selector;
  uint64_t now_us = laglens_now_us();
  double target_s = laglens_ask_number(caller, target_of), period_s = target_s - laglens_ask_number(caller, timestamp_of);
  double late_s = due_s == 0 ? 0 : (double)now_us / 1e6 - due_s;
  /* A display that changes its rate is between two of them. */
  double longer_s = due_period_s > period_s ? due_period_s : period_s;
  uint32_t one_us = (uint32_t)(period_s * 1e6);
  __atomic_store_n(&period_us, one_us, __ATOMIC_RELAXED);
  due_s = target_s;
  due_period_s = period_s;
  if (late_s * LATE_SHARE > longer_s) {
    struct laglens_event event = {.at_us = now_us, .kind = LAGLENS_EVENT_LATE_FRAME, .target = (uint32_t)(late_s * 1e6), .callback = one_us};
    laglens_events_put(&laglens_agent.memory->events, &event);
  } else {
    __atomic_fetch_add(&in_time, 1, __ATOMIC_RELAXED);
  }
}

bool laglens_display_link_begin(const char **why) {
  is_hopeless = true;
  if (!laglens_objc_has() || laglens_objc.make_class == NULL) *why = "this process has no Objective-C runtime";
  else if (laglens_objc.get_class("CADisplayLink") == NULL) *why = "this process has no display link";
  else is_hopeless = false;
  return !is_hopeless;
}

void laglens_display_link_want(bool on) {
  __atomic_store_n(&wanted, on ? 1u : 0u, __ATOMIC_RELAXED);
}

/* A class with one method, an object of it, and a link that calls that. */
static laglens_id make_link(void) {
  laglens_id root = laglens_objc.get_class("NSObject"), loops = laglens_objc.get_class("NSRunLoop");
  laglens_id links = laglens_objc.get_class("CADisplayLink");
  laglens_selector tick = laglens_objc.selector("laglensFrame:");
  laglens_id own = root == NULL || loops == NULL ? NULL : laglens_objc.make_class(root, "LaglensFrames", 0);
  if (own == NULL || !laglens_objc.add_method(own, tick, on_frame, "v@:@")) return NULL;
  laglens_objc.register_class(own);
  timestamp_of = laglens_objc.selector("timestamp");
  target_of = laglens_objc.selector("targetTimestamp");
  laglens_id made = laglens_ask_two(links, "displayLinkWithTarget:selector:", laglens_ask(own, "new"), tick);
  if (made != NULL) laglens_ask_two(made, "addToRunLoop:forMode:", laglens_ask(loops, "mainRunLoop"), laglens_cf_common_modes);
  return made == NULL ? NULL : laglens_ask(made, "retain");
}

void laglens_display_link_on_main(bool tracks) {
  bool is_wanted = !is_hopeless && __atomic_load_n(&wanted, __ATOMIC_RELAXED) != 0;
  if (is_wanted) laglens_animations_begin();
  bool is_animated = laglens_animations_run(), on = is_wanted && (tracks || is_animated);
  if (is_hopeless || on == is_on) return;
  is_on = on;
  due_s = 0;
  if (frame_link == NULL) {
    frame_link = make_link();
    is_hopeless = frame_link == NULL;
  } else {
    laglens_report_flag(frame_link, "setPaused:", !on);
  }
}

void laglens_display_link_expect_nothing(void) { due_s = 0; }

uint32_t laglens_display_link_in_time(uint32_t *one_us) {
  *one_us = __atomic_load_n(&period_us, __ATOMIC_RELAXED);
  return __atomic_exchange_n(&in_time, 0, __ATOMIC_RELAXED);
}
