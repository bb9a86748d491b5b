/* The agent's long sleep between rounds while nothing runs, and how main ends it. */
#ifndef LAGLENS_DOZE_H
#define LAGLENS_DOZE_H

#include "agent.h"

/* Time between rounds while nothing runs for longer; 0 when rounds may not be that rare. On the agent's thread. */
uint32_t laglens_doze_interval(const struct laglens_agent *agent);
/* After the interval changed: sleeps may end late by a part of it. */
void laglens_doze_adopt_interval(const struct laglens_agent *agent);
/* Nothing has run for so long that rounds may be rarest. */
bool laglens_doze_rests(const struct laglens_agent *agent);
/* On the agent's thread, around a wait. Main ends the wait at its next message when the rounds are rare. */
void laglens_doze_begins(struct laglens_agent *agent);
void laglens_doze_over(struct laglens_agent *agent);
/* On main, when a message begins and was noted. A read of memory, unless the agent dozes. */
void laglens_doze_ends(const struct laglens_agent *agent);

#endif
