#include "events.h"

#include "../core/wire_schema.h"
#include "looper.h"

static bool message_open, pause_open;

static void tell_message(struct laglens_agent *agent, const struct laglens_event *event) {
  struct laglens_stream *stream = &agent->memory->stream;
  struct laglens_writer *writer = &stream->writer;
  bool begins = event->kind == LAGLENS_EVENT_MESSAGE_BEGIN;
  uint32_t target = laglens_hook_string(agent, event->target);
  uint32_t callback = laglens_hook_string(agent, event->callback);
  /* The end of a message that began before there was a host belongs to nothing. */
  if (agent->main == NULL || !agent->main->told || (!begins && !message_open)) return;
  if (!laglens_tell_string(stream, target) || !laglens_tell_string(stream, callback)) return;
  laglens_begin(writer, begins ? LAGLENS_MSG_MESSAGE_BEGIN : LAGLENS_MSG_MESSAGE_END);
  laglens_put(writer, agent->main->id);
  laglens_put_time(writer, event->at_us);
  laglens_put(writer, target);
  laglens_put(writer, callback);
  laglens_put_signed(writer, event->what);
  if (laglens_stream_send(stream, true)) message_open = begins;
}

static void tell_pause(struct laglens_agent *agent, const struct laglens_event *event) {
  struct laglens_stream *stream = &agent->memory->stream;
  bool begins = event->kind == LAGLENS_EVENT_GC_BEGIN;
  if (!begins && !pause_open) return;
  laglens_begin(&stream->writer, begins ? LAGLENS_MSG_GC_BEGIN : LAGLENS_MSG_GC_END);
  laglens_put_time(&stream->writer, event->at_us);
  if (laglens_stream_send(stream, true)) pause_open = begins;
}

void laglens_events_tell(struct laglens_agent *agent) {
  struct laglens_event event;
  /* At most one filling of the ring per round, so that a flood cannot keep the sampler from its rounds. */
  for (int i = 0; i < LAGLENS_EVENTS && laglens_events_take(&agent->memory->events, &event); i++) {
    if (!agent->connected) continue;
    switch (event.kind) {
      case LAGLENS_EVENT_MESSAGE_BEGIN:
      case LAGLENS_EVENT_MESSAGE_END: tell_message(agent, &event); break;
      case LAGLENS_EVENT_GC_BEGIN:
      case LAGLENS_EVENT_GC_END: tell_pause(agent, &event); break;
      default: break;
    }
  }
}

void laglens_events_forget(struct laglens_agent *agent) {
  laglens_events_tell(agent);
  message_open = pause_open = false;
}
