/* From the facts that the app's threads noted to messages. */
#ifndef LAGLENS_EVENTS_H
#define LAGLENS_EVENTS_H

#include "agent.h"

/* Tells the host all that was noted; without a host it only keeps in mind what is open. */
void laglens_events_tell(struct laglens_agent *agent);
/* A new host was told nothing; what is open it will be. */
void laglens_events_forget_told(struct laglens_agent *agent);

/* How long main has been busy, 0 when it is not. */
uint64_t laglens_main_busy_us(uint64_t now_us);

#endif
