/* An app whose main thread waits at least 20 ms for locks that the thread `second` has taken without waiting, after the thread `first` had
 * each of them. The last one is taken and let go in a way that nobody stands in for. Its exit code says what went wrong. */
#include "../../../../device-agents/ios/darwin/libc.h"
#include "../../../../device-agents/ios/darwin/waits.h"

enum { WAIT_US = 20000, LOCK_BYTES = 200, KINDS = 5 };

static uint8_t mutex[LOCK_BYTES] __attribute__((aligned(16))), unseen[LOCK_BYTES] __attribute__((aligned(16))),
    read_write[LOCK_BYTES] __attribute__((aligned(16))), write_read[LOCK_BYTES] __attribute__((aligned(16)));
static uint32_t unfair;
/* Which of the locks a thread is to take, from 1; 0 when it has done so. */
static volatile uint32_t for_first, for_second, is_held, is_wanted;

static int call(const char *name, void *first, void *second) {
  int (*function)(void *, void *) = (int (*)(void *, void *))laglens_sys_dlsym(LAGLENS_RTLD_DEFAULT, name);
  return function(first, second);
}

static int lock(uint32_t which) {
  switch (which) {
    case 1: return laglens_sys_pthread_mutex_lock(mutex);
    case 2: return laglens_sys_pthread_rwlock_wrlock(read_write);
    case 3: return laglens_sys_pthread_rwlock_rdlock(write_read);
    case 4: laglens_sys_os_unfair_lock_lock(&unfair); return 0;
    default: return laglens_sys_pthread_mutex_lock(unseen);
  }
}

static int try_lock(uint32_t which) {
  switch (which) {
    case 1: return laglens_sys_pthread_mutex_trylock(mutex);
    case 2: return laglens_sys_pthread_rwlock_tryrdlock(read_write);
    case 3: return laglens_sys_pthread_rwlock_trywrlock(write_read);
    case 4: return laglens_sys_os_unfair_lock_trylock(&unfair) ? 0 : 1;
    default: return call("pthread_mutex_lock", unseen, NULL);
  }
}

static int unlock(uint32_t which) {
  switch (which) {
    case 1: return laglens_sys_pthread_mutex_unlock(mutex);
    case 2: return laglens_sys_pthread_rwlock_unlock(read_write);
    case 3: return laglens_sys_pthread_rwlock_unlock(write_read);
    case 4: laglens_sys_os_unfair_lock_unlock(&unfair); return 0;
    default: return laglens_sys_pthread_mutex_unlock(unseen);
  }
}

static void *be_first(void *nothing) {
  laglens_sys_pthread_setname_np("first");
  for (;;) {
    uint32_t which = for_first;
    if (which == 0) laglens_sys_usleep(500);
    else if (lock(which) == 0 && unlock(which) == 0) for_first = 0;
  }
  return nothing;
}

static void *be_second(void *nothing) {
  laglens_sys_pthread_setname_np("second");
  for (;;) {
    uint32_t which = for_second;
    if (which == 0 || try_lock(which) != 0) {
      laglens_sys_usleep(500);
      continue;
    }
    is_held = 1;
    while (is_wanted == 0) laglens_sys_usleep(500);
    laglens_sys_usleep(WAIT_US);
    is_held = is_wanted = for_second = 0;
    if (which < KINDS) unlock(which);
    else call("pthread_mutex_unlock", unseen, NULL);
  }
  return nothing;
}

static int wait_for(uint32_t which) {
  for_first = which;
  while (for_first != 0) laglens_sys_usleep(500);
  for_second = which;
  while (is_held == 0) laglens_sys_usleep(500);
  /* Held by another one, it cannot be taken without waiting. */
  if (which == 1 && laglens_sys_pthread_mutex_trylock(mutex) == 0) return 1;
  if (which == 2 && laglens_sys_pthread_rwlock_trywrlock(read_write) == 0) return 2;
  if (which == 3 && laglens_sys_pthread_rwlock_tryrdlock(write_read) == 0) return 3;
  if (which == 4 && laglens_sys_os_unfair_lock_trylock(&unfair)) return 4;
  is_wanted = 1;
  return lock(which) == 0 && unlock(which) == 0 ? 0 : 5;
}

int main(void) {
  laglens_pthread first, second;
  if (call("pthread_mutex_init", mutex, NULL) != 0 || call("pthread_mutex_init", unseen, NULL) != 0) return 10;
  if (call("pthread_rwlock_init", read_write, NULL) != 0 || call("pthread_rwlock_init", write_read, NULL) != 0) return 11;
  if (laglens_sys_pthread_create(&first, NULL, be_first, NULL) != 0 || laglens_sys_pthread_create(&second, NULL, be_second, NULL) != 0) return 12;
  for (;;) {
    for (uint32_t which = 1; which <= KINDS; which++) {
      int failed = wait_for(which);
      if (failed != 0) return failed;
    }
  }
}
