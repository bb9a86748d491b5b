#include "run_loop.h"

#include "../../core/text.h"
#include "../agent.h"
#include "../darwin/core_foundation.h"
#include "../link/waker.h"
#include "display_link.h"
#include "lifecycle.h"
#include "screens.h"

/* The first and the last observers of each pass see all that the app does in between. The second pair is for the mode that UIKit starts
 * apps in, which is not among the common ones. */
#define FIRST_ORDER (-__LONG_MAX__ - 1)
#define LAST_ORDER __LONG_MAX__
#define INITIAL_MODE "UIInitializationRunLoopMode"
/* While a finger, or its momentum, scrolls. */
#define TRACKING_MODE "UITrackingRunLoopMode"
enum { BEGINS = LAGLENS_CF_ENTRY | LAGLENS_CF_BEFORE_TIMERS | LAGLENS_CF_BEFORE_SOURCES | LAGLENS_CF_AFTER_WAITING };
enum { ENDS = LAGLENS_CF_BEFORE_WAITING | LAGLENS_CF_EXIT };

enum { MODES = 16, NESTING = 16 };
static struct {
  uint32_t ready; /* set by main when the text stands */
  char text[64];
} modes[MODES];

/* Main's own. A run loop may run within another one: the mode of each, the innermost last. */
static uint32_t nesting, mode_of[NESTING];
static bool is_busy;

const char *laglens_run_loop_mode(uint32_t number) {
  return number < MODES && __atomic_load_n(&modes[number].ready, __ATOMIC_ACQUIRE) != 0 ? modes[number].text : "";
}

/* Number of the mode that main's run loop is in, 0 unknown. Modes beyond the table are unknown, too. */
static uint32_t current_mode(void) {
  char text[sizeof modes[0].text];
  laglens_cf_string name = laglens_sys_CFRunLoopCopyCurrentMode(laglens_sys_CFRunLoopGetMain());
  if (name == NULL) return 0;
  laglens_cf_boolean fits = laglens_sys_CFStringGetCString(name, text, sizeof text, LAGLENS_CF_UTF8);
  laglens_sys_CFRelease(name);
  if (!fits) return 0;
  for (uint32_t i = 1; i < MODES; i++) {
    if (modes[i].ready == 0) {
      laglens_copy(modes[i].text, sizeof modes[i].text, text);
      __atomic_store_n(&modes[i].ready, 1, __ATOMIC_RELEASE);
      return i;
    }
    if (laglens_equal(modes[i].text, text)) return i;
  }
  return 0;
}

static uint32_t *innermost_mode(void) { return &mode_of[nesting < NESTING ? nesting : NESTING - 1]; }

static bool is_in(const char *mode) { return nesting > 0 && laglens_equal(laglens_run_loop_mode(*innermost_mode()), mode); }

static void note(uint32_t kind) {
  struct laglens_event event = {.at_us = laglens_now_us(), .kind = kind, .target = *innermost_mode()};
  is_busy = kind == LAGLENS_EVENT_MESSAGE_BEGIN;
  laglens_events_put(&laglens_agent.memory->events, &event);
  if (is_busy) laglens_waker_ends_sleep();
}

static void on_begin(laglens_cf_observer observer, unsigned long activity, void *info) {
  (void)observer, (void)info;
  laglens_screens_begin();
  if (activity == LAGLENS_CF_ENTRY) {
    /* What the outer loop was doing goes on when this one ends. */
    if (is_busy) note(LAGLENS_EVENT_MESSAGE_END);
    nesting++;
    *innermost_mode() = current_mode();
    laglens_display_link_on_main(is_in(TRACKING_MODE));
  } else if (nesting == 0) {
    /* The observers came while the loop was running. */
    nesting = 1;
    *innermost_mode() = current_mode();
  }
  if (!is_busy) note(LAGLENS_EVENT_MESSAGE_BEGIN);
}

static void on_end(laglens_cf_observer observer, unsigned long activity, void *info) {
  (void)observer, (void)info;
  if (is_busy) note(LAGLENS_EVENT_MESSAGE_END);
  if (activity == LAGLENS_CF_EXIT) {
    if (nesting > 0) nesting--;
    laglens_display_link_on_main(is_in(TRACKING_MODE));
    if (nesting > 0) note(LAGLENS_EVENT_MESSAGE_BEGIN);
    return;
  }
  /* In its initial mode the app is still being launched. */
  if (!is_in(INITIAL_MODE)) laglens_lifecycle_first_sleep();
  laglens_display_link_on_main(is_in(TRACKING_MODE));
}

static bool add(laglens_cf_run_loop loop, unsigned long activities, long order, laglens_cf_observer_callback *callback, laglens_cf_string mode) {
  laglens_cf_observer observer = laglens_sys_CFRunLoopObserverCreate(NULL, activities, 1, order, callback, NULL);
  if (observer == NULL) return false;
  laglens_sys_CFRunLoopAddObserver(loop, observer, mode);
  laglens_sys_CFRelease(observer);
  return true;
}

bool laglens_run_loop_begin(void) {
  laglens_cf_string common = laglens_cf_common_modes;
  laglens_cf_run_loop loop = laglens_sys_CFRunLoopGetMain();
  laglens_cf_string initial = LAGLENS_CFSTR(INITIAL_MODE);
  if (loop == NULL) return false;
  return add(loop, BEGINS, FIRST_ORDER, on_begin, common) && add(loop, ENDS, LAST_ORDER, on_end, common) &&
         add(loop, BEGINS, FIRST_ORDER, on_begin, initial) && add(loop, ENDS, LAST_ORDER, on_end, initial);
}
