#include "allocations.h"

#include "allocations_art.h"
#include "allocations_jvm.h"

static bool counting; /* written by the agent's thread */

static bool begin(struct laglens_agent *agent, laglens_jni jni) {
  if (!agent->can[LAGLENS_CAN_ALLOCATIONS]) return false;
  return agent->is_art ? laglens_art_counts(agent, true) : laglens_jvm_counts_begin(jni);
}

void laglens_allocations_switch(struct laglens_agent *agent, laglens_jni jni) {
  struct laglens_capture *capture = &agent->capture;
  if (capture->allocations == counting) return;
  if (counting) {
    laglens_allocations_end(agent, jni);
  } else {
    capture->allocations = begin(agent, jni);
    __atomic_store_n(&counting, capture->allocations, __ATOMIC_RELAXED);
    if (!counting) laglens_report_log(&agent->memory->stream, 2, "this virtual machine does not report what threads allocate");
  }
}

void laglens_allocations_end(struct laglens_agent *agent, laglens_jni jni) {
  if (!counting) return;
  __atomic_store_n(&counting, false, __ATOMIC_RELAXED);
  if (agent->is_art) laglens_art_counts(agent, false);
  else laglens_jvm_counts_end(jni);
}

bool laglens_counts_allocations(void) { return __atomic_load_n(&counting, __ATOMIC_RELAXED); }

struct laglens_maybe laglens_allocated(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread) {
  if (!counting) return (struct laglens_maybe){.known = false};
  return agent->is_art ? laglens_art_allocated(thread) : laglens_jvm_allocated(jni, thread);
}
