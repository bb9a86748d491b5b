#include "thermal.h"

#include "objc.h"

bool laglens_thermal_state(uint32_t *state) {
  laglens_id type = laglens_objc_has() ? laglens_objc.get_class("NSProcessInfo") : NULL;
  if (type == NULL) return false;
  void *pool = laglens_objc.push_pool();
  laglens_id process = laglens_ask(type, "processInfo");
  bool found = process != NULL;
  if (found) *state = (uint32_t)(uintptr_t)laglens_ask(process, "thermalState");
  laglens_objc.pop_pool(pool);
  return found;
}
