#include "goods.h"

#include <system.h>

enum { UNLOADING_US = 650000 };

static pthread_mutex_t shelves = PTHREAD_MUTEX_INITIALIZER;
static os_unfair_lock ramp;
static int goods;
static char holder_of_shelves[32], holder_of_ramp[32], holders[72];

static void enter_name(char *holder) { pthread_getname_np(pthread_self(), holder, 32); }

static void *unload(void *has_ramp) {
  pthread_setname_np("goods-unloader");
  os_unfair_lock_lock(&ramp);
  enter_name(holder_of_ramp);
  dispatch_semaphore_signal(has_ramp);
  usleep(UNLOADING_US);
  os_unfair_lock_unlock(&ramp);
  return NULL;
}

static void *sort(void *has_shelves) {
  pthread_setname_np("goods-sorter");
  pthread_mutex_lock(&shelves);
  enter_name(holder_of_shelves);
  dispatch_semaphore_signal(has_shelves);
  os_unfair_lock_lock(&ramp);
  goods++;
  os_unfair_lock_unlock(&ramp);
  pthread_mutex_unlock(&shelves);
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

void goods_receive(void) {
  if (start(unload)) start(sort);
}

__attribute__((noinline)) int goods_count(void) {
  pthread_mutex_lock(&shelves);
  int count = goods;
  pthread_mutex_unlock(&shelves);
  return count;
}

const char *goods_holders(void) {
  snprintf(holders, sizeof holders, "%s,%s", holder_of_shelves, holder_of_ramp);
  return holders;
}

const char *goods_last_holder(void) { return holder_of_shelves; }
