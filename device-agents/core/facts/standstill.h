/* Whether a process stood still while its agent did: a signal stopped it, the system froze it, a debugger held it. */
#ifndef LAGLENS_STANDSTILL_H
#define LAGLENS_STANDSTILL_H

#include <stdbool.h>
#include <stdint.h>

/* A shorter gap between two readings is a busy computer's. */
enum { LAGLENS_STANDSTILL_US = 500000 };

/* What was used between two readings, microseconds. */
struct laglens_use_in_gap {
  uint64_t gap_us;
  uint64_t cpu_us;     /* by all threads of the process, since `cpu_read_us` before the gap */
  /* While the agent's thread was ready and had no processor, or main, whichever was longer, since `delay_read_us` before the gap; 0 unknown. */
  uint64_t delay_us;
  uint64_t cpu_read_us, delay_read_us;
  uint32_t cores; /* 0 unknown */
};

/* A process that works, or whose agent only waits for a processor, does not stand still: main may be busy, and people wait for it. */
bool laglens_stood_still(const struct laglens_use_in_gap *use);

#endif
