/* A thread is suspended as it runs, and waits right after it was let go. Prints how often its clock, read while it was suspended, moved. */
#include "watched_thread.h"

enum { TURNS = 50, CHECK_US = 2000 };

static dispatch_semaphore_t next;
static volatile bool runs, may_wait;

static void *run_and_wait(void *nothing) {
  for (int i = 0; i < TURNS; i++) {
    runs = true;
    while (!may_wait) continue;
    dispatch_semaphore_wait(next, DISPATCH_TIME_FOREVER);
  }
  return nothing;
}

int main(void) {
  pthread_t thread;
  int moved = 0;
  next = dispatch_semaphore_create(0);
  pthread_create(&thread, NULL, run_and_wait, NULL);
  port target = pthread_mach_thread_np(thread);
  for (int i = 0; i < TURNS; i++) {
    while (!runs || info_of(target).state == WAITING) usleep(100);
    if (thread_suspend(target) != 0) return 1;
    int64_t suspended = cpu_us(info_of(target));
    may_wait = true;
    if (thread_resume(target) != 0) return 2;
    moved += cpu_when_it_waits(target, CHECK_US) > suspended;
    may_wait = runs = false;
    dispatch_semaphore_signal(next);
  }
  printf("%d of %d\n", moved, TURNS);
  return 0;
}
