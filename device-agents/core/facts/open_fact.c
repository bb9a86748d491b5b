#include "open_fact.h"

#include "../wire_schema.h"

void laglens_fact_begins(struct laglens_capture *capture, struct laglens_open_fact *fact, const struct laglens_event *event, laglens_report_event *report) {
  *fact = (struct laglens_open_fact){.is_open = true, .begin = *event};
  if (capture->connected) fact->is_reported = report(capture, event);
}

void laglens_fact_ends(struct laglens_capture *capture, struct laglens_open_fact *fact, const struct laglens_event *event, laglens_report_event *report) {
  if (capture->connected && fact->is_reported) report(capture, event);
  *fact = (struct laglens_open_fact){0};
}

void laglens_fact_again(struct laglens_capture *capture, struct laglens_open_fact *fact, laglens_report_event *report) {
  if (capture->connected && fact->is_open && !fact->is_reported) fact->is_reported = report(capture, &fact->begin);
}

bool laglens_report_message(struct laglens_stream *stream, uint32_t thread, const struct laglens_event *event, uint32_t target, uint32_t callback) {
  struct laglens_writer *writer = &stream->writer;
  if (!laglens_report_string(stream, target) || !laglens_report_string(stream, callback)) return false;
  laglens_begin(writer, event->kind == LAGLENS_EVENT_MESSAGE_BEGIN ? LAGLENS_MSG_MESSAGE_BEGIN : LAGLENS_MSG_MESSAGE_END);
  laglens_put(writer, thread);
  laglens_put_time(writer, event->at_us);
  laglens_put(writer, target);
  laglens_put(writer, callback);
  laglens_put_signed(writer, event->what);
  return laglens_stream_send(stream, true);
}
