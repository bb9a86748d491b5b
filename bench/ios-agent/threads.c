#include "threads.h"

enum { WORK_US = 1000, REST_US = 1000 };

volatile unsigned stack_depth = 60;
static volatile unsigned active;
static dispatch_semaphore_t wakers[WORKERS];

static uint64_t now_ns(void) { return clock_gettime_nsec_np(CLOCK_UPTIME_RAW); }

static __attribute__((noinline)) uint32_t compute(uint32_t us) {
  uint64_t until_ns = now_ns() + (uint64_t)us * 1000;
  uint32_t sum = 1;
  while (now_ns() < until_ns)
    for (uint32_t i = 0; i < 2000; i++) sum = sum * 31 + i;
  return sum;
}

/* The last eight levels go by one of two calls each, so that stacks differ near their end, as those of an app do. */
static __attribute__((noinline)) uint32_t descend(unsigned depth, uint32_t turn, uint32_t us) {
  uint32_t below;
  if (depth == 0) return compute(us);
  if (depth <= 8 && (turn >> (depth - 1) & 1) != 0) below = descend(depth - 1, turn, us) + 3;
  else below = descend(depth - 1, turn, us) + 5;
  /* What it does behind the call keeps each frame. */
  __asm__ volatile("" : "+r"(below));
  return below;
}

void work(unsigned depth, uint32_t turn, uint32_t us) {
  volatile uint32_t kept = descend(depth, turn, us);
  (void)kept;
}

static void *live(void *argument) {
  unsigned index = (unsigned)(uintptr_t)argument;
  char name[32];
  snprintf(name, sizeof name, "worker %u", index);
  pthread_setname_np(name);
  for (uint32_t turn = 0;; turn++) {
    if (index >= active) dispatch_semaphore_wait(wakers[index], DISPATCH_TIME_FOREVER);
    if (index >= active) continue;
    work(stack_depth, turn, WORK_US);
    usleep(REST_US);
  }
}

void workers_begin(void) {
  for (uintptr_t i = 0; i < WORKERS; i++) {
    pthread_t thread;
    wakers[i] = dispatch_semaphore_create(0);
    if (pthread_create(&thread, NULL, live, (void *)i) == 0) pthread_detach(thread);
  }
}

void workers_activate(unsigned count) {
  active = count;
  for (unsigned i = 0; i < count && i < WORKERS; i++) dispatch_semaphore_signal(wakers[i]);
}
