/* Checks what distinguishes a process that stood still from one that works, and what reads the kernel's counts for it. */
#include <stdio.h>
#include <stdlib.h>

#include "../../../device-agents/core/facts/standstill.h"
#include "../../../device-agents/linux/process_status.h"

#define CHECK(condition) \
  if (!(condition)) return fprintf(stderr, "line %d: %s\n", __LINE__, #condition), 1

static bool stood(uint64_t gap_us, uint64_t cpu_us, uint64_t delay_us) {
  /* The CPU's clock is read with each sample, the scheduler's count up to 100 ms before. Eight cores. */
  return laglens_stood_still(&(struct laglens_use_in_gap){gap_us, cpu_us, delay_us, 1000, 100000, 8});
}

int main(void) {
  /* Stopped by a signal or a debugger, frozen by the system: nothing runs, nothing is ready. */
  CHECK(stood(500000, 0, 0) && stood(60000000, 20000, 300));
  CHECK(!stood(499999, 0, 0));
  /* What eight cores did in the millisecond between the reading and the stop, and what was waited for before it. */
  CHECK(stood(600000, 8000, 90000));
  /* Main works, and the agent's thread gets no processor; or main does a third of the time, as others take the rest. */
  CHECK(!stood(600000, 600000, 590000) && !stood(600000, 200000, 0) && !stood(5000000, 400000, 0));
  /* All threads of the app wait for a processor: a busy computer, not a stop. */
  CHECK(!stood(600000, 0, 590000) && !stood(10000000, 100000, 9000000));
  /* Stopped for 600 ms, then without a processor as long; a starved agent that was never stopped. */
  CHECK(stood(1200000, 0, 700000) && !stood(1200000, 0, 1000000));
  /* A kernel that counts no delays, and one whose cores are unknown. */
  CHECK(laglens_stood_still(&(struct laglens_use_in_gap){.gap_us = 2000000, .cpu_us = 1000, .cpu_read_us = 1000}));
  CHECK(laglens_parse_schedstat("1056087 9852096 2\n") == 9852 && laglens_parse_schedstat("1 86400000000000 2\n") == 86400000000u);
  CHECK(laglens_parse_schedstat("5 999 1\n") == 0 && laglens_parse_schedstat("") == 0 && laglens_parse_schedstat("5") == 0);
  CHECK(laglens_parse_schedstat("x y z") == 0 && laglens_parse_schedstat("1 12") == 0);
  CHECK(laglens_parse_turns("1056087 9852096 27\n") == 27 && laglens_parse_turns("5 999 1") == 1);
  CHECK(laglens_parse_turns("5 999") == 0 && laglens_parse_turns("5 999 ") == 0 && laglens_parse_turns("") == 0 && laglens_parse_turns("a b c") == 0);
  CHECK(laglens_parse_process_status("Name:\tx\nTracerPid:\t71\nThreads:\t3\n").is_traced);
  CHECK(!laglens_parse_process_status("Name:\tx\nTracerPid:\t0\nThreads:\t3\n").is_traced);
  return 0;
}
