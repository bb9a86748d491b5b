/* From the facts that the app's threads noted to messages. */
#ifndef LAGLENS_EVENTS_H
#define LAGLENS_EVENTS_H

#include "../agent.h"

/* Reports all that was noted; without a host it only keeps in mind what is open. */
void laglens_events_report(struct laglens_agent *agent);
/* Nothing was reported to a new host; what is open will be. Unless events were missed: then nobody knows what is open. */
void laglens_events_forget_reported(struct laglens_agent *agent, bool nothing_missed);
/* Whether main's looper dispatches a message, as far as was taken in. */
bool laglens_message_is_open(void);
/* True once after each collection, and for a new host. */
bool laglens_events_saw_collection(void);
/* Whether it is open for about as long as thresholds of lags are: its next ticks are waited for. */
bool laglens_message_may_lag(uint64_t now_us);

#endif
