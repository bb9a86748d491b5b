#include "memory.h"

#include "../../core/log.h"

/* A thread that a debugger stopped in the agent keeps one mapping from each life. Only touched pages of them cost anything. */
enum { KEPT_MOST = 4, TRIES = 200, CHECK_AGAIN_US = 5000 };

bool laglens_take_memory(struct laglens_agent *agent) {
  static uint32_t kept;
  struct laglens_memory *old = __atomic_load_n(&agent->memory, __ATOMIC_ACQUIRE);
  if (old != NULL && kept == KEPT_MOST) {
    laglens_log("threads of the app stand still inside the agent since earlier captures: restart the app");
    return false;
  }
  struct laglens_memory *memory = laglens_map(sizeof *memory);
  if (memory == NULL) return false;
  if (old != NULL) kept++;
  agent->capture.stream = &memory->stream;
  agent->capture.events = &memory->events;
  laglens_events_init(agent->capture.events);
  __atomic_store_n(&agent->memory, memory, __ATOMIC_SEQ_CST);
  return true;
}

bool laglens_wait_for_flights(const struct laglens_agent *agent) {
  for (int i = 0; i < TRIES; i++) {
    if (__atomic_load_n(&agent->in_flight, __ATOMIC_SEQ_CST) == 0) return true;
    laglens_wait(NULL, 0, CHECK_AGAIN_US);
  }
  return false;
}

void laglens_give_memory_back(struct laglens_agent *agent) {
  struct laglens_memory *memory = __atomic_exchange_n(&agent->memory, NULL, __ATOMIC_SEQ_CST);
  if (memory != NULL) laglens_unmap(memory, sizeof *memory);
}
