#include "thermal.h"

#include "objc.h"

static bool ask(const char *question, uintptr_t *answer) {
  laglens_id type = laglens_objc_has() ? laglens_objc.get_class("NSProcessInfo") : NULL;
  if (type == NULL) return false;
  void *pool = laglens_objc.push_pool();
  laglens_id process = laglens_ask(type, "processInfo");
  bool found = process != NULL;
  if (found) *answer = (uintptr_t)laglens_ask(process, question);
  laglens_objc.pop_pool(pool);
  return found;
}

bool laglens_thermal_state(uint32_t *state) {
  uintptr_t answer;
  if (!ask("thermalState", &answer)) return false;
  *state = (uint32_t)answer;
  return true;
}

/* Only the lowest byte of a BOOL is defined. */
bool laglens_is_low_power(void) {
  uintptr_t answer;
  return ask("isLowPowerModeEnabled", &answer) && (answer & 0xff) != 0;
}
