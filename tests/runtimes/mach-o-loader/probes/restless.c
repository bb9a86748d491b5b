/* Suspends threads again at once after letting them go, thousands of times, while they spin, sleep, and take a lock from each other. */
#include <system.h>

typedef uint32_t port;
int thread_suspend(port thread);
int thread_resume(port thread);
int thread_get_state(port thread, int flavor, uint32_t *state, uint32_t *words);
port pthread_mach_thread_np(pthread_t thread);
int printf(const char *format, ...);

#if defined(__aarch64__)
enum { FLAVOR = 6, WORDS = 68 };
#else
enum { FLAVOR = 4, WORDS = 42 };
#endif
enum { THREADS = 4, ROUNDS = 2000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile uint64_t turns;

static void *live(void *number) {
  for (;;) {
    pthread_mutex_lock(&lock);
    turns++;
    pthread_mutex_unlock(&lock);
    if (number != NULL) usleep(100);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  uint64_t state[WORDS / 2];
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, live, (void *)(i & 1));
  while (turns < 10) usleep(1000);
  for (int i = 0; i < ROUNDS; i++) {
    port target = pthread_mach_thread_np(threads[i % THREADS]);
    for (int again = 0; again < 3; again++) {
      uint32_t words = WORDS;
      if (thread_suspend(target) != 0 || thread_get_state(target, FLAVOR, (uint32_t *)state, &words) != 0) return 1;
      if (thread_resume(target) != 0) return 2;
    }
  }
  uint64_t before = turns;
  while (turns < before + 10) usleep(1000);
  printf("alive\n");
  return 0;
}
