/* Calls from the app's threads into the agent that are under way: memory is given back only when there are none. */
#ifndef LAGLENS_FLIGHT_H
#define LAGLENS_FLIGHT_H

#include "agent.h"

/* False when the agent is not at work: nothing of its memory may be touched. Always followed by leave. */
static inline bool laglens_enter_flight(void) {
  __atomic_fetch_add(&laglens_agent.in_flight, 1, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&laglens_agent.phase, __ATOMIC_SEQ_CST) == LAGLENS_AT_WORK;
}
static inline void laglens_leave_flight(void) { __atomic_fetch_sub(&laglens_agent.in_flight, 1, __ATOMIC_SEQ_CST); }

#endif
