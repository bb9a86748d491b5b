/* How often the agent may wake the processor for a round: iOS 15 to 17 write a report about a process from 150 times a second on, averaged
 * over 300 s (xnu, task_wakeups_monitor). */
#ifndef LAGLENS_THRIFT_H
#define LAGLENS_THRIFT_H

#include <stdbool.h>
#include <stdint.h>

enum {
  LAGLENS_THRIFT_INTERVAL_US = 10000,     /* as often as rounds may come for good */
  LAGLENS_THRIFT_CREDIT_US = 90000000,    /* this long rounds may come twice as often, from the begin on or after a rest */
  LAGLENS_THRIFT_DEBT_US = 30000000,      /* more of them, in long turns of main */
  LAGLENS_THRIFT_LONG_TURN_US = 100000
};

/* Rounds cost one interval each; time that goes by is credited. So in 300 s there are (90 + 30 + 300) s / 10 ms = 42,000 at most. */
struct laglens_thrift {
  int64_t credit_us;
  uint64_t seen_us; /* 0: nothing was counted yet */
  bool saves;
};

/* Counts a round. */
void laglens_thrift_round(struct laglens_thrift *thrift, uint64_t now_us);
/* The interval in force when `asked_us` was asked for; `busy_us` is how long main has been busy. */
uint32_t laglens_thrift_interval(const struct laglens_thrift *thrift, uint32_t asked_us, uint64_t busy_us);

#endif
