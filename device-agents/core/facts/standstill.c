#include "standstill.h"

/* Something of the runtime may go on, and a little is used on the way into a stop and out of it. */
enum { CPU_SHARE = 20, DELAY_SHARE = 4, REST_SHARE = 3 };

bool laglens_stood_still(const struct laglens_use_in_gap *use) {
  uint64_t cores = use->cores == 0 ? 1 : use->cores;
  if (use->gap_us < LAGLENS_STANDSTILL_US) return false;
  /* All cores may have worked until the gap began. By products: a 64-bit division needs a runtime library on arm. */
  uint64_t before_us = cores * use->cpu_read_us;
  if (use->cpu_us > before_us && (use->cpu_us - before_us) * CPU_SHARE > use->gap_us) return false;
  uint64_t delay_us = use->delay_us > use->delay_read_us ? use->delay_us - use->delay_read_us : 0;
  if (delay_us * DELAY_SHARE <= use->gap_us) return true;
  /* A stop on a busy computer: afterwards a thread waits for a processor, perhaps as long as it was stopped. */
  uint64_t rest_us = use->gap_us > delay_us ? use->gap_us - delay_us : 0;
  return rest_us >= LAGLENS_STANDSTILL_US && rest_us * REST_SHARE >= use->gap_us;
}
