#include "cart.h"

#include <system.h>

static pthread_mutex_t items_lock = PTHREAD_MUTEX_INITIALIZER;
static os_unfair_lock total_lock;
static int items = 3, total = 4200;

static void *synchronize(void *locked) {
  pthread_setname_np("cart-sync");
  pthread_mutex_lock(&items_lock);
  os_unfair_lock_lock(&total_lock);
  dispatch_semaphore_signal(locked);
  usleep(650000);
  items++;
  os_unfair_lock_unlock(&total_lock);
  pthread_mutex_unlock(&items_lock);
  return NULL;
}

void cart_synchronize(void) {
  dispatch_semaphore_t locked = dispatch_semaphore_create(0);
  pthread_t thread;
  if (pthread_create(&thread, NULL, synchronize, locked) != 0) return;
  pthread_detach(thread);
  dispatch_semaphore_wait(locked, DISPATCH_TIME_FOREVER);
}

__attribute__((noinline)) int cart_item_count(void) {
  pthread_mutex_lock(&items_lock);
  int count = items;
  pthread_mutex_unlock(&items_lock);
  return count;
}

__attribute__((noinline)) int cart_total(void) {
  os_unfair_lock_lock(&total_lock);
  int sum = total;
  os_unfair_lock_unlock(&total_lock);
  return sum;
}
