#include "stock.h"

#include <system.h>

static pthread_rwlock_t shelves_lock = PTHREAD_RWLOCK_INITIALIZER;
static int left = 12;

static void *count_shelves(void *locked) {
  pthread_setname_np("stock-count");
  pthread_rwlock_wrlock(&shelves_lock);
  dispatch_semaphore_signal(locked);
  usleep(450000);
  left--;
  pthread_rwlock_unlock(&shelves_lock);
  return NULL;
}

void stock_count(void) {
  dispatch_semaphore_t locked = dispatch_semaphore_create(0);
  pthread_t thread;
  if (pthread_create(&thread, NULL, count_shelves, locked) != 0) return;
  pthread_detach(thread);
  dispatch_semaphore_wait(locked, DISPATCH_TIME_FOREVER);
}

__attribute__((noinline)) int stock_left(void) {
  pthread_rwlock_rdlock(&shelves_lock);
  int count = left;
  pthread_rwlock_unlock(&shelves_lock);
  return count;
}
