/* Something of which one is open at most: a message, a pause. What is open is known with or without a host. */
#ifndef LAGLENS_OPEN_FACT_H
#define LAGLENS_OPEN_FACT_H

#include "capture.h"

struct laglens_open_fact {
  bool is_open, is_reported; /* reported: to this host */
  struct laglens_event begin;
};

/* Reports one begin or end; false when there was no room, or it is too early. */
typedef bool laglens_report_event(struct laglens_capture *capture, const struct laglens_event *event);

void laglens_fact_begins(struct laglens_capture *capture, struct laglens_open_fact *fact, const struct laglens_event *event, laglens_report_event *report);
/* The end of what this host never heard of belongs to nothing. */
void laglens_fact_ends(struct laglens_capture *capture, struct laglens_open_fact *fact, const struct laglens_event *event, laglens_report_event *report);
/* What began under another host, or had no room when it began, is reported with the begin that it had. */
void laglens_fact_again(struct laglens_capture *capture, struct laglens_open_fact *fact, laglens_report_event *report);
/* messageBegin or messageEnd of a thread; target and callback are ids of strings. */
bool laglens_report_message(struct laglens_stream *stream, uint32_t thread, const struct laglens_event *event, uint32_t target, uint32_t callback);

#endif
