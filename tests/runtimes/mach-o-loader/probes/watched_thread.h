/* Another thread's clock, read by a probe that suspends the thread. */
#pragma once
#include <system.h>

typedef uint32_t port;
int thread_suspend(port thread);
int thread_resume(port thread);
int thread_info(port thread, int flavor, void *info, uint32_t *words);
port pthread_mach_thread_np(pthread_t thread);
int printf(const char *format, ...);

struct basic_info {
  int32_t user_s, user_us, system_s, system_us, usage, policy, state, flags, suspended, sleep_s;
};
enum { BASIC_INFO = 3, WAITING = 3 };

static struct basic_info info_of(port thread) {
  struct basic_info info = {0};
  uint32_t words = sizeof info / 4;
  thread_info(thread, BASIC_INFO, &info, &words);
  return info;
}

static int64_t cpu_us(struct basic_info info) {
  return (info.user_s + (int64_t)info.system_s) * 1000000 + info.user_us + info.system_us;
}

/* Checks each `every_us`. */
static int64_t cpu_when_it_waits(port thread, uint32_t every_us) {
  for (;;) {
    usleep(every_us);
    struct basic_info info = info_of(thread);
    if (info.state == WAITING) return cpu_us(info);
  }
}
