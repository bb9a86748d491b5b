#include "capabilities.h"

static const struct {
  const char *name;
  int bit;
} wanted[LAGLENS_CAN_MESSAGES] = {
    [LAGLENS_CAN_SOURCE_FILES] = {"sourceFiles", CAN_GET_SOURCE_FILE_NAME},
    [LAGLENS_CAN_LINES] = {"lineNumbers", CAN_GET_LINE_NUMBERS},
    [LAGLENS_CAN_SMAP] = {"inlinedLines", CAN_GET_SOURCE_DEBUG_EXTENSION},
    [LAGLENS_CAN_LOCK_EVENTS] = {"lockWaits", CAN_GENERATE_MONITOR_EVENTS},
    [LAGLENS_CAN_LOCK_OWNERS] = {"lockOwners", CAN_GET_MONITOR_INFO},
    [LAGLENS_CAN_CONTENDED] = {"contendedMonitor", CAN_GET_CURRENT_CONTENDED_MONITOR},
    [LAGLENS_CAN_GC] = {"gcPauses", CAN_GENERATE_GARBAGE_COLLECTION_EVENTS},
    [LAGLENS_CAN_ALLOCATIONS] = {"allocations", CAN_GENERATE_VM_OBJECT_ALLOC_EVENTS},
};

/* Why the agent may not have it; empty: it has. */
static const char *ask(laglens_jvmti jvmti, int number) {
  struct laglens_capabilities potential = {{0}}, one = {{0}};
  uint8_t bit = (uint8_t)(1u << number % 8);
  jvmti_potential_capabilities(jvmti, &potential);
  if ((potential.byte[number / 8] & bit) == 0) return "this runtime does not offer it to an agent that is attached now";
  one.byte[number / 8] = bit;
  return jvmti_add_capabilities(jvmti, &one) == ERROR_NONE ? "" : "this runtime refused it";
}

void laglens_ask_capabilities(laglens_jvmti jvmti, bool is_art, struct laglens_ability *abilities, bool *can) {
  for (int id = 0; id < LAGLENS_CAN_MESSAGES; id++) {
    bool is_asked = id != LAGLENS_CAN_ALLOCATIONS || is_art;
    const char *why = is_asked ? ask(jvmti, wanted[id].bit) : "";
    abilities[id] = (struct laglens_ability){wanted[id].name, why};
    can[id] = *why == 0;
  }
  abilities[LAGLENS_CAN_MESSAGES] = (struct laglens_ability){"messages", "no looper hook was given"};
  can[LAGLENS_CAN_MESSAGES] = false;
}

bool laglens_ask_byte_codes(laglens_jvmti jvmti) { return *ask(jvmti, CAN_GET_BYTECODES) == 0; }
