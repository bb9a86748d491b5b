/* A thread waits at one place, is suspended there, and goes on to the next place at once. Prints whether its clock moved. */
#include "watched_thread.h"

/* Its state stays the same from then on. */
enum { CHECK_US = 20000 };

static dispatch_semaphore_t first, second;
static volatile bool is_between;

static void *wait_twice(void *nothing) {
  dispatch_semaphore_wait(first, DISPATCH_TIME_FOREVER);
  is_between = true;
  dispatch_semaphore_wait(second, DISPATCH_TIME_FOREVER);
  return nothing;
}

int main(void) {
  pthread_t thread;
  first = dispatch_semaphore_create(0), second = dispatch_semaphore_create(0);
  pthread_create(&thread, NULL, wait_twice, NULL);
  port target = pthread_mach_thread_np(thread);
  cpu_when_it_waits(target, CHECK_US);
  if (thread_suspend(target) != 0 || thread_resume(target) != 0) return 1;
  int64_t before = cpu_when_it_waits(target, CHECK_US);
  if (thread_suspend(target) != 0 || thread_resume(target) != 0) return 2;
  dispatch_semaphore_signal(first);
  while (!is_between) usleep(1000);
  printf("%s\n", cpu_when_it_waits(target, CHECK_US) > before ? "moved" : "stood");
  return 0;
}
