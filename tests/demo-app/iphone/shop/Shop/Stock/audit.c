#include "audit.h"

#include <system.h>

enum { GIVES_UP_US = 900000 };

/* The only locks of iOS that another thread than their holder can release: they do not know it. */
static pthread_rwlock_t shelves = PTHREAD_RWLOCK_INITIALIZER, prices = PTHREAD_RWLOCK_INITIALIZER;
static int worth = 1299;
static char holder[32], guard[32];

static void *audit(void *has_shelves) {
  pthread_setname_np("stock-audit");
  pthread_rwlock_wrlock(&shelves);
  pthread_getname_np(pthread_self(), holder, sizeof holder);
  dispatch_semaphore_signal(has_shelves);
  pthread_rwlock_wrlock(&prices);
  worth++;
  pthread_rwlock_unlock(&prices);
  /* The guard has released the shelves. */
  return NULL;
}

static void *stand_guard(void *begun) {
  pthread_setname_np("stock-guard");
  pthread_getname_np(pthread_self(), guard, sizeof guard);
  dispatch_semaphore_signal(begun);
  usleep(GIVES_UP_US);
  pthread_rwlock_unlock(&shelves);
  return NULL;
}

static bool start(void *(*body)(void *)) {
  dispatch_semaphore_t begun = dispatch_semaphore_create(0);
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, begun) != 0) return false;
  pthread_detach(thread);
  dispatch_semaphore_wait(begun, DISPATCH_TIME_FOREVER);
  return true;
}

__attribute__((noinline)) int audit_worth(void) {
  int sum = 0;
  pthread_rwlock_wrlock(&prices);
  if (start(audit) && start(stand_guard)) {
    pthread_rwlock_wrlock(&shelves);
    sum = worth;
    pthread_rwlock_unlock(&shelves);
  }
  pthread_rwlock_unlock(&prices);
  return sum;
}

const char *audit_holder(void) { return holder; }
const char *audit_guard(void) { return guard; }
