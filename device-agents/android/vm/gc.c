#include "gc.h"

#include "../attach/flight.h"

void laglens_gc_watch(struct laglens_agent *agent, bool on) {
  if (!agent->can[LAGLENS_CAN_GC]) return;
  jvmti_set_event(agent->jvmti, on, EVENT_GARBAGE_COLLECTION_START, NULL);
  jvmti_set_event(agent->jvmti, on, EVENT_GARBAGE_COLLECTION_FINISH, NULL);
}

static void note(uint32_t kind) {
  struct laglens_event event = {.at_us = laglens_now_us(), .kind = kind};
  struct laglens_memory *memory = laglens_enter_flight();
  if (memory != NULL) laglens_events_put(&memory->events, &event);
  laglens_leave_flight();
}

void laglens_on_gc_start(laglens_jvmti jvmti) {
  (void)jvmti;
  note(LAGLENS_EVENT_GC_BEGIN);
}

void laglens_on_gc_finish(laglens_jvmti jvmti) {
  (void)jvmti;
  note(LAGLENS_EVENT_GC_END);
}
