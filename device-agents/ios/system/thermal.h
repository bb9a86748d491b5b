/* How hot the device is, and whether it saves its battery. */
#ifndef LAGLENS_THERMAL_H
#define LAGLENS_THERMAL_H

#include <stdbool.h>
#include <stdint.h>

/* As in `counters`: NSProcessInfo.thermalState; false when it cannot be asked. Sends Objective-C messages: never while a thread is suspended. */
bool laglens_thermal_state(uint32_t *state);
/* NSProcessInfo.isLowPowerModeEnabled; false when it cannot be asked. */
bool laglens_is_low_power(void);

#endif
