#include "delivery.h"

#include <system.h>

static pthread_mutex_t answer_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static const struct timespec longest_wait = {.tv_nsec = 800000000};
static int days;

static void *ask_carrier(void *nothing) {
  pthread_setname_np("delivery");
  usleep(400000);
  pthread_mutex_lock(&answer_lock);
  days = 3;
  pthread_cond_signal(&answered);
  pthread_mutex_unlock(&answer_lock);
  return nothing;
}

__attribute__((noinline)) int delivery_days(void) {
  pthread_t thread;
  pthread_mutex_lock(&answer_lock);
  days = 0;
  if (pthread_create(&thread, NULL, ask_carrier, NULL) == 0) pthread_detach(thread);
  while (days == 0 && pthread_cond_timedwait_relative_np(&answered, &answer_lock, &longest_wait) == 0) continue;
  int answer = days;
  pthread_mutex_unlock(&answer_lock);
  return answer;
}
