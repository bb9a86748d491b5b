/* Clocks that only Darwin has. */
#ifndef LAGLENS_CLOCK_H
#define LAGLENS_CLOCK_H

#include <stdint.h>

/* How long the device slept since it was started: the agent's clock stood still meanwhile. */
uint64_t laglens_asleep_us(void);

#endif
