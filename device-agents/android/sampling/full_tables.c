#include "full_tables.h"

#include "../../core/facts/facts.h"

void laglens_tables_begin_again(struct laglens_agent *agent) {
  struct laglens_memory *memory = agent->memory;
  for (uint32_t i = 0; i < laglens_threads_used(agent); i++) {
    struct laglens_thread *thread = &memory->threads.slots[i];
    uint32_t state = __atomic_load_n(&thread->state, __ATOMIC_ACQUIRE);
    if (state != LAGLENS_SLOT_LIVE && state != LAGLENS_SLOT_ENDED) continue;
    laglens_run_pause(&memory->stream, &thread->run, thread->id);
    /* The host has the name of what is waited for already. */
    thread->reported_wait.object = 0;
    thread->reported_wait.owner_node = 0;
  }
  for (uint32_t i = 0; i < LAGLENS_HOOK_NAMES; i++) memory->hook_strings[i] = 0;
  laglens_start_tables_over(&agent->capture);
}

bool laglens_full_tables_begin_again(struct laglens_agent *agent) {
  if (!laglens_tables_are_due(&agent->capture)) return false;
  laglens_tables_begin_again(agent);
  return true;
}
