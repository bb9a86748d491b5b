/* What the virtual machine lets the agent do: asked for one by one, never assumed. */
#ifndef LAGLENS_CAPABILITIES_H
#define LAGLENS_CAPABILITIES_H

#include "../../core/facts/facts.h"
#include "../vm/jvmti_calls.h"

enum laglens_ability_id {
  LAGLENS_CAN_SOURCE_FILES,
  LAGLENS_CAN_LINES,
  LAGLENS_CAN_SMAP,
  LAGLENS_CAN_LOCK_EVENTS,
  LAGLENS_CAN_LOCK_OWNERS,
  LAGLENS_CAN_CONTENDED,
  LAGLENS_CAN_GC,
  LAGLENS_CAN_ALLOCATIONS,
  LAGLENS_CAN_MESSAGES,
  LAGLENS_ABILITIES
};

/* Asks for all of them; fills `abilities` and `can`. A desktop virtual machine reports allocations without being asked. Messages are the looper hook's to fill in. */
void laglens_ask_capabilities(laglens_jvmti jvmti, bool is_art, struct laglens_ability *abilities, bool *can);

/* Costs HotSpot nothing until it is used: any agent may always have it (jvmtiManageCapabilities.cpp, init_always_capabilities). */
bool laglens_ask_byte_codes(laglens_jvmti jvmti);

#endif
