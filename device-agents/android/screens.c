#include "screens.h"

#include "../core/wire_schema.h"
#include "flight.h"
#include "looper.h"

/* Shown at once; of more the earliest are forgotten. */
enum { SHOWN_MOST = 16, SHOWN = 0x100, KIND = 0xff };

static struct laglens_event shown[SHOWN_MOST];
static uint32_t shown_count;

void laglens_on_screen(laglens_jni jni, jclass type, int32_t name, int32_t id, int32_t kind, uint8_t is_shown) {
  struct laglens_event event = {laglens_now_us(), LAGLENS_EVENT_SCREEN, (uint32_t)name, (uint32_t)id, (kind & KIND) | (is_shown ? SHOWN : 0)};
  struct laglens_memory *memory = laglens_enter_flight();
  (void)jni, (void)type;
  if (memory != NULL) laglens_events_put(&memory->events, &event);
  laglens_leave_flight();
}

static void tell(struct laglens_agent *agent, const struct laglens_event *event) {
  struct laglens_stream *stream = &agent->memory->stream;
  if (!agent->capture.connected) return;
  uint32_t name = laglens_hook_string(agent, event->target);
  if (!laglens_tell_string(stream, name)) return;
  laglens_begin(&stream->writer, LAGLENS_MSG_SCREEN);
  laglens_put_time(&stream->writer, event->at_us);
  laglens_put(&stream->writer, event->callback);
  laglens_put(&stream->writer, name);
  laglens_put(&stream->writer, (uint32_t)event->what & KIND);
  laglens_put(&stream->writer, (event->what & SHOWN) != 0);
  laglens_stream_send(stream, true);
}

static void forget(uint32_t id) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < shown_count; i++) {
    if (shown[i].callback != id) shown[kept++] = shown[i];
  }
  shown_count = kept;
}

void laglens_screens_tell(struct laglens_agent *agent, const struct laglens_event *event) {
  forget(event->callback);
  if ((event->what & SHOWN) != 0) {
    if (shown_count == SHOWN_MOST) forget(shown[0].callback);
    shown[shown_count++] = *event;
  }
  tell(agent, event);
}

void laglens_screens_tell_past(struct laglens_agent *agent) {
  for (uint32_t i = 0; i < shown_count; i++) tell(agent, &shown[i]);
}

void laglens_screens_forget(void) { shown_count = 0; }
