/* The agent's long sleep between rounds while nothing runs, and how main ends it. */
#ifndef LAGLENS_BACKOFF_H
#define LAGLENS_BACKOFF_H

#include "../agent.h"

/* Time between rounds while nothing runs for longer; 0 when rounds may not be that rare. On the agent's thread. */
uint32_t laglens_backoff_interval(const struct laglens_agent *agent);
/* After the interval changed: sleeps may end late by a part of it. */
void laglens_backoff_adopt_interval(const struct laglens_agent *agent);
/* Nothing has run for so long that rounds may be rarest. */
bool laglens_backoff_resting(const struct laglens_agent *agent);
/* On the agent's thread, around a wait. Main ends the wait at its next message when the rounds are rare. */
void laglens_backoff_enter(struct laglens_agent *agent);
void laglens_backoff_leave(struct laglens_agent *agent);
/* On main, when a message begins and was noted. A read of memory, unless the agent backs off. */
void laglens_backoff_interrupt(const struct laglens_agent *agent);

#endif
