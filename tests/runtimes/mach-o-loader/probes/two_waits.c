/* A thread waits at one place, is suspended there, and goes on to the next place at once. Prints whether its clock moved. */
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

static dispatch_semaphore_t first, second;
static volatile bool is_between;

static void *wait_twice(void *nothing) {
  dispatch_semaphore_wait(first, DISPATCH_TIME_FOREVER);
  is_between = true;
  dispatch_semaphore_wait(second, DISPATCH_TIME_FOREVER);
  return nothing;
}

static struct basic_info info_of(port thread) {
  struct basic_info info = {0};
  uint32_t words = sizeof info / 4;
  thread_info(thread, BASIC_INFO, &info, &words);
  return info;
}

static int64_t cpu_us(struct basic_info info) {
  return (info.user_s + (int64_t)info.system_s) * 1000000 + info.user_us + info.system_us;
}

/* Its state stays the same from then on. */
static int64_t cpu_when_it_waits(port thread) {
  for (;;) {
    usleep(20000);
    struct basic_info info = info_of(thread);
    if (info.state == WAITING) return cpu_us(info);
  }
}

int main(void) {
  pthread_t thread;
  first = dispatch_semaphore_create(0), second = dispatch_semaphore_create(0);
  pthread_create(&thread, NULL, wait_twice, NULL);
  port target = pthread_mach_thread_np(thread);
  cpu_when_it_waits(target);
  if (thread_suspend(target) != 0 || thread_resume(target) != 0) return 1;
  int64_t before = cpu_when_it_waits(target);
  if (thread_suspend(target) != 0 || thread_resume(target) != 0) return 2;
  dispatch_semaphore_signal(first);
  while (!is_between) usleep(1000);
  printf("%s\n", cpu_when_it_waits(target) > before ? "moved" : "stood");
  return 0;
}
