#include "lock_hooks.h"

#include "../darwin/waits.h"
#include "../waits/blocking.h"
#include "../waits/lock_owners.h"
#include "hooks.h"

/* As in hooks.c: what the names mean without us. */
static volatile struct {
  int (*mutex_lock)(void *), (*mutex_trylock)(void *), (*mutex_unlock)(void *);
  int (*read_lock)(void *), (*write_lock)(void *), (*try_read_lock)(void *), (*try_write_lock)(void *), (*rwlock_unlock)(void *);
  void (*unfair_lock)(void *), (*unfair_unlock)(void *);
  _Bool (*unfair_trylock)(void *);
  int (*condition_wait)(void *, void *), (*condition_timed_wait)(void *, void *, const void *), (*condition_relative_wait)(void *, void *, const void *);
} real = {
    .mutex_lock = laglens_sys_pthread_mutex_lock,
    .mutex_trylock = laglens_sys_pthread_mutex_trylock,
    .mutex_unlock = laglens_sys_pthread_mutex_unlock,
    .read_lock = laglens_sys_pthread_rwlock_rdlock,
    .write_lock = laglens_sys_pthread_rwlock_wrlock,
    .try_read_lock = laglens_sys_pthread_rwlock_tryrdlock,
    .try_write_lock = laglens_sys_pthread_rwlock_trywrlock,
    .rwlock_unlock = laglens_sys_pthread_rwlock_unlock,
    .unfair_lock = laglens_sys_os_unfair_lock_lock,
    .unfair_unlock = laglens_sys_os_unfair_lock_unlock,
    .unfair_trylock = laglens_sys_os_unfair_lock_trylock,
    .condition_wait = laglens_sys_pthread_cond_wait,
    .condition_timed_wait = laglens_sys_pthread_cond_timedwait,
    .condition_relative_wait = laglens_sys_pthread_cond_timedwait_relative_np,
};

/* A lock was asked for without waiting. */
static int tried(int result, const void *lock) {
  if (result == 0 && laglens_blocking_is_watched()) laglens_lock_taken(lock);
  return result;
}

/* Before it is let go: from then on it may be another thread's. */
static void let_go(const void *lock) {
  if (laglens_blocking_is_watched()) laglens_lock_released(lock);
}

/* Whether somebody else holds a lock is asked first: most are free, and then no clock need be read. Once for all, as the agent is to be small;
 * the hook around it is no part of a stack. */
__attribute__((noinline)) static int take(enum laglens_hook function, void *lock, int (*try_it)(void *), int (*wait_for_it)(void *)) {
  if (!laglens_blocking_is_watched()) return wait_for_it(lock);
  int result = try_it(lock);
  if (result != 0) {
    struct laglens_wait wait = laglens_lock_wait_begins(function, lock);
    result = wait_for_it(lock);
    laglens_lock_wait_ends(&wait, LAGLENS_OWN_FRAME);
  }
  if (result == 0) laglens_lock_taken(lock);
  return result;
}

int laglens_on_mutex_lock(void *mutex) { return take(LAGLENS_MUTEX_LOCK, mutex, real.mutex_trylock, real.mutex_lock); }
int laglens_on_read_lock(void *lock) { return take(LAGLENS_READ_LOCK, lock, real.try_read_lock, real.read_lock); }
int laglens_on_write_lock(void *lock) { return take(LAGLENS_WRITE_LOCK, lock, real.try_write_lock, real.write_lock); }

int laglens_on_mutex_trylock(void *mutex) { return tried(real.mutex_trylock(mutex), mutex); }

int laglens_on_mutex_unlock(void *mutex) {
  let_go(mutex);
  return real.mutex_unlock(mutex);
}

void laglens_on_unfair_lock(void *lock) {
  if (!laglens_blocking_is_watched()) {
    real.unfair_lock(lock);
    return;
  }
  if (!real.unfair_trylock(lock)) {
    struct laglens_wait wait = laglens_lock_wait_begins(LAGLENS_UNFAIR_LOCK, lock);
    real.unfair_lock(lock);
    laglens_lock_wait_ends(&wait, LAGLENS_OWN_FRAME);
  }
  laglens_lock_taken(lock);
}

_Bool laglens_on_unfair_trylock(void *lock) { return tried(real.unfair_trylock(lock) ? 0 : 1, lock) == 0; }

void laglens_on_unfair_unlock(void *lock) {
  let_go(lock);
  real.unfair_unlock(lock);
}

int laglens_on_try_read_lock(void *lock) { return tried(real.try_read_lock(lock), lock); }
int laglens_on_try_write_lock(void *lock) { return tried(real.try_write_lock(lock), lock); }

int laglens_on_rwlock_unlock(void *lock) {
  let_go(lock);
  return real.rwlock_unlock(lock);
}

/* Whoever waits for a condition lets the mutex go, and has taken it again when it comes back, also when the time was over. In a hook. */
#define NOTED_CONDITION(function, call)                                                                           \
  if (!laglens_blocking_is_watched()) return call;                                                                \
  struct laglens_wait wait = laglens_wait_begins(function, LAGLENS_ADDRESS, (uintptr_t)condition);                \
  laglens_lock_released(mutex);                                                                                   \
  int result = call;                                                                                              \
  laglens_lock_taken(mutex);                                                                                      \
  laglens_blocking_note(&wait, LAGLENS_OWN_FRAME);                                                                \
  return result

int laglens_on_condition_wait(void *condition, void *mutex) { NOTED_CONDITION(LAGLENS_CONDITION_WAIT, real.condition_wait(condition, mutex)); }

int laglens_on_condition_timed_wait(void *condition, void *mutex, const void *until) {
  NOTED_CONDITION(LAGLENS_CONDITION_TIMED_WAIT, real.condition_timed_wait(condition, mutex, until));
}

int laglens_on_condition_relative_wait(void *condition, void *mutex, const void *time) {
  NOTED_CONDITION(LAGLENS_CONDITION_RELATIVE_WAIT, real.condition_relative_wait(condition, mutex, time));
}
