#include "events.h"

#include "../../core/facts/open_fact.h"
#include "../../core/wire_schema.h"
#include "../app/app_watch.h"
#include "../app/screens.h"
#include "looper.h"
#include "message_use.h"

static struct laglens_open_fact message, pause;
static bool was_collected;

static bool report_message(struct laglens_capture *capture, const struct laglens_event *event) {
  struct laglens_agent *agent = &laglens_agent;
  if (agent->main == NULL || !agent->main->reported) return false;
  uint32_t target = laglens_hook_string(agent, event->target), callback = laglens_hook_string(agent, event->callback);
  return laglens_report_message(capture->stream, agent->main->id, event, target, callback);
}

static bool report_pause(struct laglens_capture *capture, const struct laglens_event *event) {
  struct laglens_writer *writer = &capture->stream->writer;
  laglens_begin(writer, event->kind == LAGLENS_EVENT_GC_BEGIN ? LAGLENS_MSG_GC_BEGIN : LAGLENS_MSG_GC_END);
  laglens_put_time(writer, event->at_us);
  return laglens_stream_send(capture->stream, true);
}

void laglens_events_report(struct laglens_agent *agent) {
  struct laglens_capture *capture = &agent->capture;
  struct laglens_event event;
  laglens_fact_again(capture, &message, report_message);
  laglens_fact_again(capture, &pause, report_pause);
  /* At most one filling of the ring per round, so that a flood cannot keep the sampler from its rounds. */
  for (int i = 0; i < LAGLENS_EVENTS && laglens_events_take(capture->events, &event); i++) {
    switch (event.kind) {
      case LAGLENS_EVENT_MESSAGE_BEGIN: laglens_fact_begins(capture, &message, &event, report_message); break;
      case LAGLENS_EVENT_MESSAGE_END:
        laglens_uses_report(agent);
        laglens_fact_ends(capture, &message, &event, report_message);
        break;
      case LAGLENS_EVENT_GC_BEGIN: laglens_fact_begins(capture, &pause, &event, report_pause); break;
      case LAGLENS_EVENT_GC_END:
        was_collected = true;
        laglens_fact_ends(capture, &pause, &event, report_pause);
        break;
      case LAGLENS_EVENT_SCREEN: laglens_screens_report(agent, &event); break;
      case LAGLENS_EVENT_LIFECYCLE:
      case LAGLENS_EVENT_LATE_FRAME: laglens_app_watch_report(agent, &event); break;
      default: break;
    }
  }
}

bool laglens_message_is_open(void) { return message.is_open; }

bool laglens_events_saw_collection(void) {
  bool was = was_collected;
  was_collected = false;
  return was;
}

bool laglens_message_may_lag(uint64_t now_us) {
  /* Thresholds of Laglens and of hangs, and what other threads keep the agent from its rounds. */
  enum { FROM_US = 60000, TO_US = 400000 };
  uint64_t open_us = now_us - message.begin.at_us;
  return message.is_open && open_us >= FROM_US && open_us < TO_US;
}

void laglens_events_forget_reported(struct laglens_agent *agent, bool nothing_missed) {
  laglens_events_report(agent);
  was_collected = true;
  bool is_known = laglens_events_take_lost(&agent->memory->events) == 0 && nothing_missed;
  message.is_open &= is_known;
  pause.is_open &= is_known;
  message.is_reported = pause.is_reported = false;
}
