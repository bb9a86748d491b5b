/* Reports about once a second: use of the whole process, and of main's display link. */
#ifndef LAGLENS_COUNTERS_H
#define LAGLENS_COUNTERS_H

#include "../agent.h"

void laglens_report_counters(struct laglens_agent *agent, uint64_t now_us);
void laglens_report_late_frame(struct laglens_agent *agent, const struct laglens_event *event);

#endif
