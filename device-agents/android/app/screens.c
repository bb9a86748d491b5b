#include "screens.h"

#include "../../core/facts/shown_screens.h"
#include "../attach/flight.h"
#include "../looper/looper.h"

void laglens_on_screen(laglens_jni jni, jclass type, int32_t name, int32_t id, int32_t kind, uint8_t is_shown) {
  int32_t what = (kind & LAGLENS_SCREEN_KIND) | (is_shown ? LAGLENS_SCREEN_BEGINS : 0);
  struct laglens_event event = {laglens_now_us(), LAGLENS_EVENT_SCREEN, (uint32_t)name, (uint32_t)id, what};
  struct laglens_memory *memory = laglens_enter_flight();
  (void)jni, (void)type;
  if (memory != NULL) laglens_events_put(&memory->events, &event);
  laglens_leave_flight();
}

static uint32_t string_of(uint32_t name) { return laglens_hook_string(&laglens_agent, name); }

void laglens_screens_report(struct laglens_agent *agent, const struct laglens_event *event) {
  laglens_screen_report(&agent->capture, event, string_of);
}

void laglens_screens_report_past(struct laglens_agent *agent) { laglens_screens_report_shown(&agent->capture, string_of); }
