/* The agent's one mapping: taken when it begins, given back when no thread of the app can be in it. */
#ifndef LAGLENS_MEMORY_H
#define LAGLENS_MEMORY_H

#include "../agent.h"

/* A new mapping for the life that begins; false when there is none to be had. Never one that a thread of the app may still be in. */
bool laglens_take_memory(struct laglens_agent *agent);
/* Waits up to a second for the app's threads to leave. False when one stays: the memory is then kept for good. */
bool laglens_wait_for_flights(const struct laglens_agent *agent);
/* After the phase left AT_WORK and every flight ended. */
void laglens_give_memory_back(struct laglens_agent *agent);

#endif
