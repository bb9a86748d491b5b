/* From the facts that the app's threads noted to messages. */
#ifndef LAGLENS_EVENTS_H
#define LAGLENS_EVENTS_H

#include "agent.h"

/* Tells the host all that was noted; without a host it is dropped. */
void laglens_events_tell(struct laglens_agent *agent);
/* A new host: nothing is open. */
void laglens_events_forget(struct laglens_agent *agent);

#endif
