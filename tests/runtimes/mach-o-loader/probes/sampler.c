/* Suspends a thread three times. What it calls in between is known: printed by hand in the test. */
#include <system.h>

typedef uint32_t port;
int thread_suspend(port thread);
int thread_resume(port thread);
int thread_get_state(port thread, int flavor, uint32_t *state, uint32_t *words);
port pthread_mach_thread_np(pthread_t thread);
void *malloc(size_t bytes);
void free(void *bytes);
int printf(const char *format, ...);

#if defined(__aarch64__)
enum { FLAVOR = 6, WORDS = 68, PC = 32 };
#else
enum { FLAVOR = 4, WORDS = 42, PC = 16 };
#endif

static volatile uint64_t turns;

static __attribute__((noinline)) void *spin(void *nothing) {
  for (;;) turns++;
  return nothing;
}

int main(void) {
  pthread_t thread;
  uint64_t state[WORDS / 2];
  uint32_t words = WORDS;
  pthread_create(&thread, NULL, spin, NULL);
  while (turns == 0) usleep(1000);
  port target = pthread_mach_thread_np(thread);
  for (int i = 0; i < 3; i++) {
    if (thread_suspend(target) != 0) return 1;
    uint64_t before = turns;
    if (thread_get_state(target, FLAVOR, (uint32_t *)state, &words) != 0) return 2;
    if (i == 0) free(malloc(8));
    usleep(20000);
    /* It stands still, and inside of spin. */
    if (turns != before || state[PC] - (uint64_t)spin > 64) return 3;
    if (thread_resume(target) != 0) return 4;
    while (turns == before) usleep(1000);
  }
  if (thread_suspend(target + 16) != 0x10000003) return 5;
  printf("turned %s, %d, %.2f, %c\n", "on", 7, 0.25, 'x');
  return 42;
}
