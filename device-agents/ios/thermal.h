/* How hot the device is. */
#ifndef LAGLENS_THERMAL_H
#define LAGLENS_THERMAL_H

#include <stdbool.h>
#include <stdint.h>

/* As in `counters`: NSProcessInfo.thermalState; false when it cannot be asked. Sends Objective-C messages: never while a thread is suspended. */
bool laglens_thermal_state(uint32_t *state);

#endif
