#include "hooks.h"

#include <stdarg.h>

#include "../../core/text.h"
#include "../darwin/libc.h"
#include "../darwin/waits.h"
#include "../waits/blocking.h"
#include "../waits/blocking_ring.h"
#include "lock_hooks.h"

/* What the names mean without us. Bound by dyld like any data: where the agent is part of the app, its own calls are rebound, too, but
 * these are not. Volatile, so that no compiler makes them such calls again. */
static volatile struct {
  void (*sync)(void *, void *);
  long (*semaphore_wait)(void *, uint64_t), (*group_wait)(void *, uint64_t);
  laglens_ssize (*read)(int, void *, size_t), (*pread)(int, void *, size_t, int64_t), (*write)(int, const void *, size_t);
  int (*open)(const char *, int, ...), (*fsync)(int), (*usleep)(uint32_t);
} real = {
    .sync = laglens_sys_dispatch_sync,
    .semaphore_wait = laglens_sys_dispatch_semaphore_wait,
    .group_wait = laglens_sys_dispatch_group_wait,
    .read = laglens_sys_read,
    .pread = laglens_sys_pread,
    .write = laglens_sys_write,
    .open = laglens_sys_open,
    .fsync = laglens_sys_fsync,
    .usleep = laglens_sys_usleep,
};

/* A call whose result is handed on, noted when this thread's calls are. */
#define NOTED(type, function, kind, object, call)                                      \
  if (!laglens_blocking_is_watched()) return call;                                     \
  struct laglens_wait wait = laglens_wait_begins(function, kind, (uintptr_t)(object)); \
  type result = call;                                                                  \
  laglens_blocking_note(&wait, LAGLENS_OWN_FRAME);                                     \
  return result

static long on_semaphore_wait(void *semaphore, uint64_t until) {
  NOTED(long, LAGLENS_SEMAPHORE_WAIT, LAGLENS_ADDRESS, semaphore, real.semaphore_wait(semaphore, until));
}
static long on_group_wait(void *group, uint64_t until) { NOTED(long, LAGLENS_GROUP_WAIT, LAGLENS_ADDRESS, group, real.group_wait(group, until)); }
static laglens_ssize on_read(int fd, void *bytes, size_t capacity) { NOTED(laglens_ssize, LAGLENS_READ, LAGLENS_FILE, fd, real.read(fd, bytes, capacity)); }
static laglens_ssize on_pread(int fd, void *bytes, size_t capacity, int64_t offset) {
  NOTED(laglens_ssize, LAGLENS_PREAD, LAGLENS_FILE, fd, real.pread(fd, bytes, capacity, offset));
}
static laglens_ssize on_write(int fd, const void *bytes, size_t length) {
  NOTED(laglens_ssize, LAGLENS_WRITE, LAGLENS_FILE, fd, real.write(fd, bytes, length));
}
static int on_fsync(int fd) { NOTED(int, LAGLENS_FSYNC, LAGLENS_FILE, fd, real.fsync(fd)); }
static int on_sleep(uint32_t us) { NOTED(int, LAGLENS_SLEEP, LAGLENS_NO_OBJECT, 0, real.usleep(us)); }

static int on_open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  int mode = (flags & LAGLENS_O_CREAT) != 0 ? va_arg(more, int) : 0;
  va_end(more);
  NOTED(int, LAGLENS_OPEN, LAGLENS_TEXT, path, real.open(path, flags, mode));
}

static void on_sync(void *queue, void *block) {
  if (!laglens_blocking_is_watched()) {
    real.sync(queue, block);
    return;
  }
  /* The queue may be gone when its last block has run. */
  char label[LAGLENS_BLOCKING_OBJECT_BYTES];
  laglens_copy(label, sizeof label, laglens_sys_dispatch_queue_get_label(queue));
  struct laglens_wait wait = laglens_wait_begins(LAGLENS_SYNC, LAGLENS_TEXT, (uintptr_t)label);
  real.sync(queue, block);
  laglens_blocking_note(&wait, LAGLENS_OWN_FRAME);
}

const struct laglens_rebinding laglens_hooks[LAGLENS_HOOKS] = {
    [LAGLENS_MUTEX_LOCK] = {"pthread_mutex_lock", (void *)laglens_on_mutex_lock},
    [LAGLENS_READ_LOCK] = {"pthread_rwlock_rdlock", (void *)laglens_on_read_lock},
    [LAGLENS_WRITE_LOCK] = {"pthread_rwlock_wrlock", (void *)laglens_on_write_lock},
    [LAGLENS_CONDITION_WAIT] = {"pthread_cond_wait", (void *)laglens_on_condition_wait},
    [LAGLENS_CONDITION_TIMED_WAIT] = {"pthread_cond_timedwait", (void *)laglens_on_condition_timed_wait},
    [LAGLENS_CONDITION_RELATIVE_WAIT] = {"pthread_cond_timedwait_relative_np", (void *)laglens_on_condition_relative_wait},
    [LAGLENS_UNFAIR_LOCK] = {"os_unfair_lock_lock", (void *)laglens_on_unfair_lock},
    [LAGLENS_SYNC] = {"dispatch_sync", (void *)on_sync},
    [LAGLENS_SEMAPHORE_WAIT] = {"dispatch_semaphore_wait", (void *)on_semaphore_wait},
    [LAGLENS_GROUP_WAIT] = {"dispatch_group_wait", (void *)on_group_wait},
    [LAGLENS_READ] = {"read", (void *)on_read},
    [LAGLENS_PREAD] = {"pread", (void *)on_pread},
    [LAGLENS_WRITE] = {"write", (void *)on_write},
    [LAGLENS_OPEN] = {"open", (void *)on_open},
    [LAGLENS_FSYNC] = {"fsync", (void *)on_fsync},
    [LAGLENS_SLEEP] = {"usleep", (void *)on_sleep},
    [LAGLENS_MUTEX_TRYLOCK] = {"pthread_mutex_trylock", (void *)laglens_on_mutex_trylock},
    [LAGLENS_MUTEX_UNLOCK] = {"pthread_mutex_unlock", (void *)laglens_on_mutex_unlock},
    [LAGLENS_TRY_READ_LOCK] = {"pthread_rwlock_tryrdlock", (void *)laglens_on_try_read_lock},
    [LAGLENS_TRY_WRITE_LOCK] = {"pthread_rwlock_trywrlock", (void *)laglens_on_try_write_lock},
    [LAGLENS_RWLOCK_UNLOCK] = {"pthread_rwlock_unlock", (void *)laglens_on_rwlock_unlock},
    [LAGLENS_UNFAIR_TRYLOCK] = {"os_unfair_lock_trylock", (void *)laglens_on_unfair_trylock},
    [LAGLENS_UNFAIR_UNLOCK] = {"os_unfair_lock_unlock", (void *)laglens_on_unfair_unlock},
};
