/* Mutexes, conditions, read-write locks and os_unfair_lock in the very bytes that Mach-O code has for them: 64, 48 and 200 bytes that
   begin with a signature when they are declared, and 4 that begin with zero (libpthread's pthread_impl.h). */
#include "locks.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <time.h>

#include "../kernel/kernel.h"
#include "../dyld/symbols.h"
#include "../kernel/threads.h"

enum { D_EBUSY = 16, D_EDEADLK = 11, D_EPERM = 1, D_ETIMEDOUT = 60, RECURSIVE = 2, ERRORCHECK = 1 };
/* PTHREAD_RECURSIVE_MUTEX_INITIALIZER's and PTHREAD_ERRORCHECK_MUTEX_INITIALIZER's first words. */
#define RECURSIVE_SIGNATURE 0x32AAABA2
#define ERRORCHECK_SIGNATURE 0x32AAABA1

struct mutex {
  int64_t signature;
  word_lock lock;
  atomic_uint owner;
  uint32_t depth, type;
};
struct condition {
  int64_t signature;
  atomic_uint turn;
};
struct rwlock {
  int64_t signature;
  word_lock lock;
  /* Readers inside; UINT_MAX while a writer is. */
  atomic_uint users;
};

bool word_lock_try(word_lock *lock) {
  unsigned none = 0;
  return atomic_compare_exchange_strong(lock, &none, 1);
}

void word_lock_take(word_lock *lock) {
  if (word_lock_try(lock)) return;
  while (atomic_exchange(lock, 2) != 0) wait_on_word(lock, 2, 0);
}

void word_lock_release(word_lock *lock) {
  if (atomic_exchange(lock, 0) == 2) wake_word(lock, 1);
}

static uint32_t type_of(const struct mutex *mutex) {
  uint32_t signature = (uint32_t)mutex->signature;
  return signature == RECURSIVE_SIGNATURE ? RECURSIVE : signature == ERRORCHECK_SIGNATURE ? ERRORCHECK : mutex->type;
}

static uint32_t own_port(void) { return atomic_load(&thread_self()->port); }

static int mutex_init(struct mutex *mutex, const int64_t *attributes) {
  *mutex = (struct mutex){.signature = 0x4d555458, .type = attributes == NULL ? 0 : (uint32_t)attributes[1]};
  return 0;
}
static int mutexattr_init(int64_t *attributes) {
  attributes[0] = 0x4d545841;
  attributes[1] = 0;
  return 0;
}
static int mutexattr_settype(int64_t *attributes, int type) {
  attributes[1] = type;
  return 0;
}
static int nothing_to_destroy(void *lock) {
  (void)lock;
  return 0;
}

/* Whether this thread has it already: then there is nothing to wait for. */
static bool taken_again(struct mutex *mutex, int *result) {
  if (type_of(mutex) == 0 || atomic_load(&mutex->owner) != own_port()) return false;
  *result = type_of(mutex) == RECURSIVE ? 0 : D_EDEADLK;
  if (*result == 0) mutex->depth++;
  return true;
}

static int mutex_lock(struct mutex *mutex) {
  int result;
  if (taken_again(mutex, &result)) return result;
  word_lock_take(&mutex->lock);
  atomic_store(&mutex->owner, own_port());
  return 0;
}

static int mutex_trylock(struct mutex *mutex) {
  int result;
  if (taken_again(mutex, &result)) return result == 0 ? 0 : D_EBUSY;
  if (!word_lock_try(&mutex->lock)) return D_EBUSY;
  atomic_store(&mutex->owner, own_port());
  return 0;
}

static int mutex_unlock(struct mutex *mutex) {
  if (type_of(mutex) != 0 && atomic_load(&mutex->owner) != own_port()) return D_EPERM;
  if (mutex->depth > 0) {
    mutex->depth--;
    return 0;
  }
  atomic_store(&mutex->owner, 0);
  word_lock_release(&mutex->lock);
  return 0;
}

static int cond_init(struct condition *condition, const void *attributes) {
  (void)attributes;
  *condition = (struct condition){.signature = 0x434f4e44};
  return 0;
}

static int wait_for_turn(struct condition *condition, struct mutex *mutex, uint64_t until_ns) {
  unsigned turn = atomic_load(&condition->turn);
  mutex_unlock(mutex);
  int result = wait_on_word(&condition->turn, turn, until_ns);
  mutex_lock(mutex);
  return result == ETIMEDOUT ? D_ETIMEDOUT : 0;
}

static int cond_wait(struct condition *condition, struct mutex *mutex) { return wait_for_turn(condition, mutex, 0); }

static int cond_timedwait_relative_np(struct condition *condition, struct mutex *mutex, const struct timespec *time) {
  return wait_for_turn(condition, mutex, monotonic_ns() + (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec);
}

static int cond_timedwait(struct condition *condition, struct mutex *mutex, const struct timespec *until) {
  struct timespec wall;
  clock_gettime(CLOCK_REALTIME, &wall);
  int64_t left_ns = (int64_t)(until->tv_sec - wall.tv_sec) * 1000000000 + (until->tv_nsec - wall.tv_nsec);
  return wait_for_turn(condition, mutex, monotonic_ns() + (left_ns > 0 ? (uint64_t)left_ns : 1));
}

static int cond_signal(struct condition *condition) {
  atomic_fetch_add(&condition->turn, 1);
  wake_word(&condition->turn, 1);
  return 0;
}
static int cond_broadcast(struct condition *condition) {
  atomic_fetch_add(&condition->turn, 1);
  wake_word(&condition->turn, INT_MAX);
  return 0;
}

static int rwlock_init(struct rwlock *rwlock, const void *attributes) {
  (void)attributes;
  *rwlock = (struct rwlock){.signature = 0x52574c4b};
  return 0;
}

static int rwlock_take(struct rwlock *rwlock, bool write, bool wait) {
  for (;;) {
    unsigned users = atomic_load(&rwlock->users);
    bool possible = write ? users == 0 : users != UINT_MAX;
    if (possible && atomic_compare_exchange_strong(&rwlock->users, &users, write ? UINT_MAX : users + 1)) return 0;
    if (possible) continue;
    if (!wait) return D_EBUSY;
    wait_on_word(&rwlock->users, users, 0);
  }
}
static int rwlock_rdlock(struct rwlock *rwlock) { return rwlock_take(rwlock, false, true); }
static int rwlock_wrlock(struct rwlock *rwlock) { return rwlock_take(rwlock, true, true); }
static int rwlock_tryrdlock(struct rwlock *rwlock) { return rwlock_take(rwlock, false, false); }
static int rwlock_trywrlock(struct rwlock *rwlock) { return rwlock_take(rwlock, true, false); }
static int rwlock_unlock(struct rwlock *rwlock) {
  if (atomic_load(&rwlock->users) == UINT_MAX) atomic_store(&rwlock->users, 0);
  else atomic_fetch_sub(&rwlock->users, 1);
  wake_word(&rwlock->users, INT_MAX);
  return 0;
}

static void unfair_lock(word_lock *lock) { word_lock_take(lock); }
static bool unfair_trylock(word_lock *lock) { return word_lock_try(lock); }
static void unfair_unlock(word_lock *lock) { word_lock_release(lock); }

const struct symbol lock_symbols[] = {
    FUNCTION(pthread_mutex_init, mutex_init),
    FUNCTION(pthread_mutex_destroy, nothing_to_destroy),
    FUNCTION(pthread_mutex_lock, mutex_lock),
    FUNCTION(pthread_mutex_trylock, mutex_trylock),
    FUNCTION(pthread_mutex_unlock, mutex_unlock),
    FUNCTION(pthread_mutexattr_init, mutexattr_init),
    FUNCTION(pthread_mutexattr_settype, mutexattr_settype),
    FUNCTION(pthread_mutexattr_destroy, nothing_to_destroy),
    FUNCTION(pthread_cond_init, cond_init),
    FUNCTION(pthread_cond_destroy, nothing_to_destroy),
    FUNCTION(pthread_cond_wait, cond_wait),
    FUNCTION(pthread_cond_timedwait, cond_timedwait),
    FUNCTION(pthread_cond_timedwait_relative_np, cond_timedwait_relative_np),
    FUNCTION(pthread_cond_signal, cond_signal),
    FUNCTION(pthread_cond_broadcast, cond_broadcast),
    FUNCTION(pthread_rwlock_init, rwlock_init),
    FUNCTION(pthread_rwlock_destroy, nothing_to_destroy),
    FUNCTION(pthread_rwlock_rdlock, rwlock_rdlock),
    FUNCTION(pthread_rwlock_wrlock, rwlock_wrlock),
    FUNCTION(pthread_rwlock_tryrdlock, rwlock_tryrdlock),
    FUNCTION(pthread_rwlock_trywrlock, rwlock_trywrlock),
    FUNCTION(pthread_rwlock_unlock, rwlock_unlock),
    FUNCTION(os_unfair_lock_lock, unfair_lock),
    FUNCTION(os_unfair_lock_trylock, unfair_trylock),
    FUNCTION(os_unfair_lock_unlock, unfair_unlock),
    END_OF_SYMBOLS,
};
