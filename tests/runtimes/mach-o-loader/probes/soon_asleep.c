/* A thread is suspended as it runs, and waits right after it was let go. Prints how often its clock, read while it was suspended, moved. */
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
enum { BASIC_INFO = 3, WAITING = 3, TURNS = 50 };

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

static struct basic_info info_of(port thread) {
  struct basic_info info = {0};
  uint32_t words = sizeof info / 4;
  thread_info(thread, BASIC_INFO, &info, &words);
  return info;
}

static int64_t cpu_us(struct basic_info info) {
  return (info.user_s + (int64_t)info.system_s) * 1000000 + info.user_us + info.system_us;
}

static int64_t cpu_when_it_waits(port thread) {
  for (;;) {
    usleep(2000);
    struct basic_info info = info_of(thread);
    if (info.state == WAITING) return cpu_us(info);
  }
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
    moved += cpu_when_it_waits(target) > suspended;
    may_wait = runs = false;
    dispatch_semaphore_signal(next);
  }
  printf("%d of %d\n", moved, TURNS);
  return 0;
}
