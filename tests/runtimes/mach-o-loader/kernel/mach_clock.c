/* Time as a phone's: mach_absolute_time counts at 24 MHz, so that a forgotten conversion shows. */
#include <limits.h>
#include <stdatomic.h>
#include <time.h>

#include "kernel.h"
#include "../dyld/symbols.h"

uint64_t monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint64_t mach_absolute_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * CLOCK_HZ + (uint64_t)now.tv_nsec * (CLOCK_HZ / 1000000) / 1000;
}

/* Nanoseconds are ticks * 125 / 3. */
static kern_return_t mach_timebase_info(uint32_t *info) {
  info[0] = 125;
  info[1] = 3;
  return KERN_SUCCESS;
}

static kern_return_t mach_wait_until(uint64_t deadline) {
  uint64_t until_ns = deadline / 3 * 125 + deadline % 3 * 125 / 3;
  static const uint32_t never = 0;
  while (monotonic_ns() < until_ns) wait_on_word(&never, 0, until_ns);
  return KERN_SUCCESS;
}

/* Darwin's numbers of the clocks. */
static clockid_t clock_of(int darwin) {
  switch (darwin) {
    case 0: return CLOCK_REALTIME;
    case 12: return CLOCK_PROCESS_CPUTIME_ID;
    case 16: return CLOCK_THREAD_CPUTIME_ID;
    default: return CLOCK_MONOTONIC; /* 4 raw, 5 raw approximate, 6 monotonic, 8 uptime raw, 9 uptime raw approximate */
  }
}

static atomic_uint is_stopped;
static atomic_ullong stopped_at_ns;

void clock_stop(bool stop) {
  atomic_store(&stopped_at_ns, monotonic_ns());
  atomic_store(&is_stopped, stop);
  wake_word(&is_stopped, INT_MAX);
}

void clock_wait_until_started(void) { wait_on_word(&is_stopped, true, 0); }

static int darwin_clock_gettime(int darwin, struct timespec *out) {
  clockid_t clock = clock_of(darwin);
  if (clock != CLOCK_MONOTONIC || !atomic_load(&is_stopped)) return clock_gettime(clock, out);
  uint64_t ns = atomic_load(&stopped_at_ns);
  *out = (struct timespec){(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
  return 0;
}

static uint64_t clock_gettime_nsec_np(int darwin) {
  struct timespec now;
  darwin_clock_gettime(darwin, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Darwin's microseconds are an int. */
struct time_of_day {
  int64_t seconds;
  int32_t microseconds;
};

static int darwin_gettimeofday(struct time_of_day *out, void *zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  out->seconds = now.tv_sec;
  out->microseconds = (int32_t)(now.tv_nsec / 1000);
  return 0;
}

const struct symbol mach_clock_symbols[] = {
    FUNCTION(mach_absolute_time, mach_absolute_time),
    FUNCTION(mach_continuous_time, mach_absolute_time),
    FUNCTION(mach_approximate_time, mach_absolute_time),
    FUNCTION(mach_timebase_info, mach_timebase_info),
    FUNCTION(mach_wait_until, mach_wait_until),
    FUNCTION(clock_gettime_nsec_np, clock_gettime_nsec_np),
    FUNCTION(clock_gettime, darwin_clock_gettime),
    FUNCTION(gettimeofday, darwin_gettimeofday),
    END_OF_SYMBOLS,
};
