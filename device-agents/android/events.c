#include "events.h"

#include "../core/wire_schema.h"
#include "looper.h"

/* What is open by the app's own word, with or without a host; and whether this host was told. */
static struct open_fact {
  bool is_open, is_told;
  struct laglens_event begin;
} message, pause;

static bool tell_message(struct laglens_agent *agent, const struct laglens_event *event) {
  struct laglens_stream *stream = &agent->memory->stream;
  struct laglens_writer *writer = &stream->writer;
  bool begins = event->kind == LAGLENS_EVENT_MESSAGE_BEGIN;
  uint32_t target = laglens_hook_string(agent, event->target);
  uint32_t callback = laglens_hook_string(agent, event->callback);
  if (agent->main == NULL || !agent->main->told) return false;
  if (!laglens_tell_string(stream, target) || !laglens_tell_string(stream, callback)) return false;
  laglens_begin(writer, begins ? LAGLENS_MSG_MESSAGE_BEGIN : LAGLENS_MSG_MESSAGE_END);
  laglens_put(writer, agent->main->id);
  laglens_put_time(writer, event->at_us);
  laglens_put(writer, target);
  laglens_put(writer, callback);
  laglens_put_signed(writer, event->what);
  return laglens_stream_send(stream, true);
}

static bool tell_pause(struct laglens_agent *agent, const struct laglens_event *event) {
  struct laglens_stream *stream = &agent->memory->stream;
  laglens_begin(&stream->writer, event->kind == LAGLENS_EVENT_GC_BEGIN ? LAGLENS_MSG_GC_BEGIN : LAGLENS_MSG_GC_END);
  laglens_put_time(&stream->writer, event->at_us);
  return laglens_stream_send(stream, true);
}

typedef bool tell_function(struct laglens_agent *agent, const struct laglens_event *event);

static void begin(struct laglens_agent *agent, struct open_fact *fact, const struct laglens_event *event, tell_function *tell) {
  *fact = (struct open_fact){.is_open = true, .begin = *event};
  if (agent->connected) fact->is_told = tell(agent, event);
}

/* The end of what this host never heard of belongs to nothing. */
static void end(struct laglens_agent *agent, struct open_fact *fact, const struct laglens_event *event, tell_function *tell) {
  if (agent->connected && fact->is_told) tell(agent, event);
  *fact = (struct open_fact){0};
}

/* What began under another host, or had no room when it began, is told with the begin that it had. */
static void tell_again(struct laglens_agent *agent, struct open_fact *fact, tell_function *tell) {
  if (agent->connected && fact->is_open && !fact->is_told) fact->is_told = tell(agent, &fact->begin);
}

void laglens_events_tell(struct laglens_agent *agent) {
  struct laglens_event event;
  tell_again(agent, &message, tell_message);
  tell_again(agent, &pause, tell_pause);
  /* At most one filling of the ring per round, so that a flood cannot keep the sampler from its rounds. */
  for (int i = 0; i < LAGLENS_EVENTS && laglens_events_take(&agent->memory->events, &event); i++) {
    switch (event.kind) {
      case LAGLENS_EVENT_MESSAGE_BEGIN: begin(agent, &message, &event, tell_message); break;
      case LAGLENS_EVENT_MESSAGE_END: end(agent, &message, &event, tell_message); break;
      case LAGLENS_EVENT_GC_BEGIN: begin(agent, &pause, &event, tell_pause); break;
      case LAGLENS_EVENT_GC_END: end(agent, &pause, &event, tell_pause); break;
      default: break;
    }
  }
}

void laglens_events_forget_told(struct laglens_agent *agent, bool nothing_missed) {
  laglens_events_tell(agent);
  bool is_known = laglens_events_take_lost(&agent->memory->events) == 0 && nothing_missed;
  message.is_open &= is_known;
  pause.is_open &= is_known;
  message.is_told = pause.is_told = false;
}
