#include "shown_screens.h"

#include "../wire_schema.h"

/* Shown at once; of more the earliest are forgotten. */
enum { SHOWN_MOST = 16 };

static struct laglens_event shown[SHOWN_MOST];
static uint32_t shown_count;

static void report(struct laglens_capture *capture, const struct laglens_event *event, laglens_screen_name *string_of) {
  struct laglens_stream *stream = capture->stream;
  if (!capture->connected) return;
  uint32_t name = string_of(event->target);
  if (!laglens_report_string(stream, name)) return;
  laglens_begin(&stream->writer, LAGLENS_MSG_SCREEN);
  laglens_put_time(&stream->writer, event->at_us);
  laglens_put(&stream->writer, event->callback);
  laglens_put(&stream->writer, name);
  laglens_put(&stream->writer, (uint32_t)event->what & LAGLENS_SCREEN_KIND);
  laglens_put(&stream->writer, (event->what & LAGLENS_SCREEN_BEGINS) != 0);
  laglens_stream_send(stream, true);
}

static void forget(uint32_t id) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < shown_count; i++) {
    if (shown[i].callback != id) shown[kept++] = shown[i];
  }
  shown_count = kept;
}

void laglens_screen_report(struct laglens_capture *capture, const struct laglens_event *event, laglens_screen_name *string_of) {
  forget(event->callback);
  if ((event->what & LAGLENS_SCREEN_BEGINS) != 0) {
    if (shown_count == SHOWN_MOST) forget(shown[0].callback);
    shown[shown_count++] = *event;
  }
  report(capture, event, string_of);
}

void laglens_screens_report_shown(struct laglens_capture *capture, laglens_screen_name *string_of) {
  for (uint32_t i = 0; i < shown_count; i++) report(capture, &shown[i], string_of);
}

void laglens_screens_forget(void) { shown_count = 0; }
