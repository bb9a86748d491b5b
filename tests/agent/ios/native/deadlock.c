/* An app that waits for a file `go` in its home. Then its main thread and two others each hold a mutex and wait for the next one's, for ever. Two more do so with read-write locks and
 * os_unfair_lock, while one takes thousands of other mutexes for a moment each. One thread waits for a mutex for a while, again and again: its waits have ends. Its exit code says what went wrong. */
#include <stdbool.h>

#include "../../../../device-agents/ios/darwin/libc.h"
#include "../../../../device-agents/ios/darwin/waits.h"
#include "wait_for_go.h"

enum { LOCK_BYTES = 200, HELD_US = 150000, RING = 3, OTHERS = 4000, MUTEX_BYTES = 64 };

static uint8_t ring[RING][LOCK_BYTES] __attribute__((aligned(16))), read_write[LOCK_BYTES] __attribute__((aligned(16))),
    passing[LOCK_BYTES] __attribute__((aligned(16)));
static uint8_t others[OTHERS][MUTEX_BYTES] __attribute__((aligned(16)));
static uint32_t unfair, held, beside;

static int call(const char *name, void *first, void *second) {
  int (*function)(void *, void *) = (int (*)(void *, void *))laglens_sys_dlsym(LAGLENS_RTLD_DEFAULT, name);
  return function(first, second);
}

static void await_all(uint32_t *count, uint32_t all) {
  __atomic_fetch_add(count, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(count, __ATOMIC_SEQ_CST) < all) laglens_sys_usleep(500);
}

__attribute__((noinline)) static void wait_for_next(int own) {
  laglens_sys_pthread_mutex_lock(ring[own]);
  await_all(&held, RING + 1);
  laglens_sys_pthread_mutex_lock(ring[(own + 1) % RING]);
}

static void *be_second(void *nothing) {
  laglens_sys_pthread_setname_np("second");
  wait_for_next(1);
  return nothing;
}

static void *be_third(void *nothing) {
  laglens_sys_pthread_setname_np("third");
  wait_for_next(2);
  return nothing;
}

/* Between the ring's first locks and its second ones. */
static void *take_others(void *nothing) {
  while (__atomic_load_n(&held, __ATOMIC_SEQ_CST) < RING) laglens_sys_usleep(500);
  for (int i = 0; i < OTHERS; i++) {
    call("pthread_mutex_init", others[i], NULL);
    laglens_sys_pthread_mutex_lock(others[i]);
    laglens_sys_pthread_mutex_unlock(others[i]);
  }
  await_all(&held, RING + 1);
  return nothing;
}

static void *be_left(void *nothing) {
  laglens_sys_pthread_setname_np("left");
  laglens_sys_pthread_rwlock_wrlock(read_write);
  await_all(&beside, 2);
  laglens_sys_os_unfair_lock_lock(&unfair);
  return nothing;
}

static void *be_right(void *nothing) {
  laglens_sys_pthread_setname_np("right");
  laglens_sys_os_unfair_lock_lock(&unfair);
  await_all(&beside, 2);
  laglens_sys_pthread_rwlock_rdlock(read_write);
  return nothing;
}

static void *keep(void *nothing) {
  laglens_sys_pthread_setname_np("keeper");
  for (;;) {
    laglens_sys_pthread_mutex_lock(passing);
    laglens_sys_usleep(HELD_US);
    laglens_sys_pthread_mutex_unlock(passing);
    laglens_sys_usleep(HELD_US);
  }
  return nothing;
}

static void *pass(void *nothing) {
  laglens_sys_pthread_setname_np("passer");
  for (;;) {
    laglens_sys_usleep(HELD_US / 10);
    laglens_sys_pthread_mutex_lock(passing);
    laglens_sys_pthread_mutex_unlock(passing);
  }
  return nothing;
}

static bool start(void *(*body)(void *)) {
  laglens_pthread thread;
  return laglens_sys_pthread_create(&thread, NULL, body, NULL) == 0;
}

int main(void) {
  for (int i = 0; i < RING; i++) {
    if (call("pthread_mutex_init", ring[i], NULL) != 0) return 10;
  }
  if (call("pthread_mutex_init", passing, NULL) != 0 || call("pthread_rwlock_init", read_write, NULL) != 0) return 11;
  /* Owners of locks from before the capture are unknown. */
  wait_for_go();
  if (!start(be_second) || !start(be_third) || !start(take_others) || !start(be_left) || !start(be_right) || !start(keep) || !start(pass)) return 12;
  wait_for_next(0);
  return 13;
}
