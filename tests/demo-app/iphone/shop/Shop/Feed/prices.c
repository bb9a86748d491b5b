#include "prices.h"

#include "work.h"

__attribute__((noinline)) void price_changed(int product) {
  uint64_t until_ns = clock_gettime_nsec_np(CLOCK_UPTIME_RAW) + 1700000;
  uint32_t average = (uint32_t)product;
  while (clock_gettime_nsec_np(CLOCK_UPTIME_RAW) < until_ns)
    for (uint32_t i = 0; i < 2000; i++) average = average * 31 + i;
  keep(average);
}
