#pragma once
#include <system.h>

static inline uint64_t now_ms(void) { return clock_gettime_nsec_np(CLOCK_UPTIME_RAW) / 1000000; }

/* So that the compiler does not take the work away. */
static inline void keep(uint32_t value) {
  static volatile uint32_t kept __attribute__((unused));
  kept = value;
}
