#include "events.h"

#include "../../core/facts/open_fact.h"
#include "../../core/wire_schema.h"
#include "../system/counters.h"
#include "lifecycle.h"
#include "run_loop.h"
#include "screens.h"

static struct laglens_open_fact busy;

static bool report_busy(struct laglens_capture *capture, const struct laglens_event *event) {
  const struct laglens_thread *main = laglens_agent.main;
  if (main == NULL || !main->reported) return false;
  uint32_t mode = laglens_intern(&capture->stream->strings, laglens_run_loop_mode(event->target));
  return laglens_report_message(capture->stream, main->id, event, mode, 0);
}

void laglens_events_report(struct laglens_agent *agent) {
  struct laglens_capture *capture = &agent->capture;
  struct laglens_event event;
  laglens_fact_again(capture, &busy, report_busy);
  /* At most one filling of the ring per round, so that a flood cannot keep the sampler from its rounds. */
  for (int i = 0; i < LAGLENS_EVENTS && laglens_events_take(capture->events, &event); i++) {
    switch (event.kind) {
      case LAGLENS_EVENT_MESSAGE_BEGIN: laglens_fact_begins(capture, &busy, &event, report_busy); break;
      case LAGLENS_EVENT_MESSAGE_END: laglens_fact_ends(capture, &busy, &event, report_busy); break;
      case LAGLENS_EVENT_LIFECYCLE: laglens_lifecycle_report(agent, &event); break;
      case LAGLENS_EVENT_SCREEN: laglens_screens_report(agent, &event); break;
      case LAGLENS_EVENT_LATE_FRAME: laglens_report_late_frame(agent, &event); break;
      default: break;
    }
  }
}

void laglens_events_forget_reported(struct laglens_agent *agent) {
  laglens_events_report(agent);
  busy.is_open &= laglens_events_take_lost(agent->capture.events) == 0;
  busy.is_reported = false;
}

uint64_t laglens_main_busy_us(uint64_t now_us) { return busy.is_open && now_us > busy.begin.at_us ? now_us - busy.begin.at_us : 0; }
