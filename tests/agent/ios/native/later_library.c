/* A library that an app loads while it runs: it waits when it is loaded, and later on, and is busy. */
#include "../../../../device-agents/ios/darwin/libc.h"

enum { WAIT_US = 20000, BUSY_US = 200000 };

static volatile uint32_t sum;

/* Its own code runs when everybody has heard of it. */
__attribute__((constructor, noinline)) static void later_loaded(void) {
  laglens_sys_usleep(WAIT_US);
  sum++;
}

static uint64_t now_us(void) {
  struct laglens_sys_timeval now;
  laglens_sys_gettimeofday(&now, NULL);
  return (uint64_t)now.seconds * 1000000 + (uint32_t)now.microseconds;
}

__attribute__((noinline, visibility("default"))) void later_busy(void) {
  for (uint64_t until_us = now_us() + BUSY_US; now_us() < until_us;)
    for (uint32_t i = 0; i < 20000; i++) sum = sum * 31 + i;
}

__attribute__((noinline, visibility("default"))) void later_wait(void) {
  laglens_sys_usleep(WAIT_US);
  sum++;
}
