#include "standstill.h"

/* Something of the runtime may go on, and a little is used on the way into a stop and out of it. */
enum { CPU_SHARE = 20, DELAY_SHARE = 4 };

bool laglens_stood_still(const struct laglens_use_in_gap *use) {
  uint64_t cores = use->cores == 0 ? 1 : use->cores;
  if (use->gap_us < LAGLENS_STANDSTILL_US) return false;
  /* All cores may have worked until the gap began. By products: a 64-bit division needs a runtime library on arm. */
  uint64_t before_us = cores * use->cpu_read_us;
  if (use->cpu_us > before_us && (use->cpu_us - before_us) * CPU_SHARE > use->gap_us) return false;
  return use->delay_us <= use->delay_read_us || (use->delay_us - use->delay_read_us) * DELAY_SHARE <= use->gap_us;
}
