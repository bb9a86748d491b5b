/* From the facts that the app's threads noted to messages. */
#ifndef LAGLENS_EVENTS_H
#define LAGLENS_EVENTS_H

#include "../agent.h"

/* Reports all that was noted; without a host it only keeps in mind what is open. */
void laglens_events_report(struct laglens_agent *agent);
/* Nothing was reported to a new host; what is open will be. */
void laglens_events_forget_reported(struct laglens_agent *agent);

/* How long main has been busy, 0 when it is not. */
uint64_t laglens_main_busy_us(uint64_t now_us);

#endif
