/* Calls from the app's threads into the agent that are under way: memory is given back only when there are none. */
#ifndef LAGLENS_FLIGHT_H
#define LAGLENS_FLIGHT_H

#include "../agent.h"

/* The agent's memory, NULL when it is not at work. It stays mapped until leave, also when the agent detaches or begins again meanwhile:
 * whoever is in flight uses this pointer, never the agent's own. Always followed by leave. */
static inline struct laglens_memory *laglens_enter_flight(void) {
  __atomic_fetch_add(&laglens_agent.in_flight, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&laglens_agent.phase, __ATOMIC_SEQ_CST) != LAGLENS_AT_WORK) return NULL;
  return __atomic_load_n(&laglens_agent.memory, __ATOMIC_SEQ_CST);
}
static inline void laglens_leave_flight(void) { __atomic_fetch_sub(&laglens_agent.in_flight, 1, __ATOMIC_SEQ_CST); }

/* Whether the agent that a flight began with still works; asked after what the flight did can be seen by others. */
static inline bool laglens_flight_counts(const struct laglens_memory *memory) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return __atomic_load_n(&laglens_agent.phase, __ATOMIC_SEQ_CST) == LAGLENS_AT_WORK &&
         __atomic_load_n(&laglens_agent.memory, __ATOMIC_SEQ_CST) == memory;
}

#endif
