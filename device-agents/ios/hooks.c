#include "hooks.h"

#include <stdarg.h>

#include "../core/system.h"
#include "../core/text.h"
#include "blocking.h"
#include "blocking_ring.h"
#include "darwin/libc.h"
#include "darwin/waits.h"

enum hook {
  MUTEX_LOCK,
  READ_LOCK,
  WRITE_LOCK,
  CONDITION_WAIT,
  CONDITION_TIMED_WAIT,
  UNFAIR_LOCK,
  SYNC,
  SEMAPHORE_WAIT,
  GROUP_WAIT,
  READ,
  PREAD,
  WRITE,
  OPEN,
  FSYNC,
  SLEEP
};

/* What the names mean without us. Bound by dyld like any data: where the agent is part of the app, its own calls are rebound, too, but
 * these are not. Volatile, so that no compiler makes them such calls again. */
static volatile struct {
  int (*mutex_lock)(void *), (*mutex_trylock)(void *), (*read_lock)(void *), (*write_lock)(void *);
  int (*condition_wait)(void *, void *), (*condition_timed_wait)(void *, void *, const void *);
  void (*unfair_lock)(void *);
  _Bool (*unfair_trylock)(void *);
  void (*sync)(void *, void *);
  long (*semaphore_wait)(void *, uint64_t), (*group_wait)(void *, uint64_t);
  ssize_t (*read)(int, void *, size_t), (*pread)(int, void *, size_t, int64_t), (*write)(int, const void *, size_t);
  int (*open)(const char *, int, ...), (*fsync)(int), (*usleep)(uint32_t);
} real = {
    pthread_mutex_lock, pthread_mutex_trylock, pthread_rwlock_rdlock, pthread_rwlock_wrlock, pthread_cond_wait, pthread_cond_timedwait,
    os_unfair_lock_lock, os_unfair_lock_trylock, dispatch_sync, dispatch_semaphore_wait, dispatch_group_wait, read, pread, write, open, fsync, usleep,
};

#define OWN_FRAME ((const uintptr_t *)__builtin_frame_address(0))

static struct laglens_wait begin(enum hook function, uint32_t kind, uintptr_t object) {
  return (struct laglens_wait){.function = function, .object_kind = kind, .object = object, .begin_us = laglens_now_us()};
}
static struct laglens_wait begin_lock(enum hook function, const void *lock) {
  struct laglens_wait wait = begin(function, LAGLENS_ADDRESS, (uintptr_t)lock);
  wait.owner_port = laglens_blocking_owner(lock);
  return wait;
}

/* Whether somebody else holds a lock is asked first: most are free, and then no clock need be read. */
static int on_mutex_lock(void *mutex) {
  if (!laglens_blocking_is_watched()) return real.mutex_lock(mutex);
  int result = real.mutex_trylock(mutex);
  if (result != 0) {
    struct laglens_wait wait = begin_lock(MUTEX_LOCK, mutex);
    result = real.mutex_lock(mutex);
    laglens_blocking_note(&wait, OWN_FRAME);
  }
  if (result == 0) laglens_blocking_taken(mutex);
  return result;
}

static void on_unfair_lock(void *lock) {
  if (!laglens_blocking_is_watched()) {
    real.unfair_lock(lock);
    return;
  }
  if (!real.unfair_trylock(lock)) {
    struct laglens_wait wait = begin_lock(UNFAIR_LOCK, lock);
    real.unfair_lock(lock);
    laglens_blocking_note(&wait, OWN_FRAME);
  }
  laglens_blocking_taken(lock);
}

static int on_read_lock(void *lock) {
  if (!laglens_blocking_is_watched()) return real.read_lock(lock);
  struct laglens_wait wait = begin_lock(READ_LOCK, lock);
  int result = real.read_lock(lock);
  laglens_blocking_note(&wait, OWN_FRAME);
  if (result == 0) laglens_blocking_taken(lock);
  return result;
}

static int on_write_lock(void *lock) {
  if (!laglens_blocking_is_watched()) return real.write_lock(lock);
  struct laglens_wait wait = begin_lock(WRITE_LOCK, lock);
  int result = real.write_lock(lock);
  laglens_blocking_note(&wait, OWN_FRAME);
  if (result == 0) laglens_blocking_taken(lock);
  return result;
}

/* A call whose result is handed on, noted when this thread's calls are. */
#define NOTED(type, function, kind, object, call)             \
  if (!laglens_blocking_is_watched()) return call;            \
  struct laglens_wait wait = begin(function, kind, (uintptr_t)(object)); \
  type result = call;                                         \
  laglens_blocking_note(&wait, OWN_FRAME);                    \
  return result

/* Whoever comes back from waiting for a condition has taken the mutex again, also when the time was over. */
static int on_condition_wait(void *condition, void *mutex) {
  if (!laglens_blocking_is_watched()) return real.condition_wait(condition, mutex);
  struct laglens_wait wait = begin(CONDITION_WAIT, LAGLENS_ADDRESS, (uintptr_t)condition);
  int result = real.condition_wait(condition, mutex);
  laglens_blocking_taken(mutex);
  laglens_blocking_note(&wait, OWN_FRAME);
  return result;
}
static int on_condition_timed_wait(void *condition, void *mutex, const void *until) {
  if (!laglens_blocking_is_watched()) return real.condition_timed_wait(condition, mutex, until);
  struct laglens_wait wait = begin(CONDITION_TIMED_WAIT, LAGLENS_ADDRESS, (uintptr_t)condition);
  int result = real.condition_timed_wait(condition, mutex, until);
  laglens_blocking_taken(mutex);
  laglens_blocking_note(&wait, OWN_FRAME);
  return result;
}
static long on_semaphore_wait(void *semaphore, uint64_t until) {
  NOTED(long, SEMAPHORE_WAIT, LAGLENS_ADDRESS, semaphore, real.semaphore_wait(semaphore, until));
}
static long on_group_wait(void *group, uint64_t until) { NOTED(long, GROUP_WAIT, LAGLENS_ADDRESS, group, real.group_wait(group, until)); }
static ssize_t on_read(int fd, void *bytes, size_t capacity) { NOTED(ssize_t, READ, LAGLENS_FILE, fd, real.read(fd, bytes, capacity)); }
static ssize_t on_pread(int fd, void *bytes, size_t capacity, int64_t offset) {
  NOTED(ssize_t, PREAD, LAGLENS_FILE, fd, real.pread(fd, bytes, capacity, offset));
}
static ssize_t on_write(int fd, const void *bytes, size_t length) { NOTED(ssize_t, WRITE, LAGLENS_FILE, fd, real.write(fd, bytes, length)); }
static int on_fsync(int fd) { NOTED(int, FSYNC, LAGLENS_FILE, fd, real.fsync(fd)); }
static int on_sleep(uint32_t us) { NOTED(int, SLEEP, LAGLENS_NO_OBJECT, 0, real.usleep(us)); }

static int on_open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  int mode = (flags & O_CREAT) != 0 ? va_arg(more, int) : 0;
  va_end(more);
  NOTED(int, OPEN, LAGLENS_TEXT, path, real.open(path, flags, mode));
}

static void on_sync(void *queue, void *block) {
  if (!laglens_blocking_is_watched()) {
    real.sync(queue, block);
    return;
  }
  /* The queue may be gone when its last block has run. */
  char label[LAGLENS_BLOCKING_OBJECT_BYTES];
  laglens_copy(label, sizeof label, dispatch_queue_get_label(queue));
  struct laglens_wait wait = begin(SYNC, LAGLENS_TEXT, (uintptr_t)label);
  real.sync(queue, block);
  laglens_blocking_note(&wait, OWN_FRAME);
}

const struct laglens_rebinding laglens_hooks[LAGLENS_HOOKS] = {
    [MUTEX_LOCK] = {"pthread_mutex_lock", (void *)on_mutex_lock},
    [READ_LOCK] = {"pthread_rwlock_rdlock", (void *)on_read_lock},
    [WRITE_LOCK] = {"pthread_rwlock_wrlock", (void *)on_write_lock},
    [CONDITION_WAIT] = {"pthread_cond_wait", (void *)on_condition_wait},
    [CONDITION_TIMED_WAIT] = {"pthread_cond_timedwait", (void *)on_condition_timed_wait},
    [UNFAIR_LOCK] = {"os_unfair_lock_lock", (void *)on_unfair_lock},
    [SYNC] = {"dispatch_sync", (void *)on_sync},
    [SEMAPHORE_WAIT] = {"dispatch_semaphore_wait", (void *)on_semaphore_wait},
    [GROUP_WAIT] = {"dispatch_group_wait", (void *)on_group_wait},
    [READ] = {"read", (void *)on_read},
    [PREAD] = {"pread", (void *)on_pread},
    [WRITE] = {"write", (void *)on_write},
    [OPEN] = {"open", (void *)on_open},
    [FSYNC] = {"fsync", (void *)on_fsync},
    [SLEEP] = {"usleep", (void *)on_sleep},
};
