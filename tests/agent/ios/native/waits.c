/* An app whose main thread waits at least 20 ms in each function that the agent stands in for, but for those of queues, which the shop
 * shows. It goes on as long as each gives what it gives without the agent; its exit code says which did not. */
#include "../../../../device-agents/ios/darwin/libc.h"
#include "../../../../device-agents/ios/darwin/waits.h"

enum { WAIT_US = 20000, PIPE_BYTES = 65536, LOCK_BYTES = 200, D_ETIMEDOUT = 60 };

static uint8_t mutex[LOCK_BYTES] __attribute__((aligned(8))), condition[LOCK_BYTES] __attribute__((aligned(8))),
    lock[LOCK_BYTES] __attribute__((aligned(8))), bytes[2 * PIPE_BYTES];
static int empty[2], full[2];
/* What the helper is to end: set by main, taken by the helper, which ends it some time after main goes to wait. */
static volatile uint32_t wanted, begun, goes, fired;

/* What the agent needs not is in none of its stubs. */
static int call(const char *name, void *first, void *second) {
  int (*function)(void *, void *) = (int (*)(void *, void *))laglens_sys_dlsym(LAGLENS_RTLD_DEFAULT, name);
  return function(first, second);
}

enum { HOLD_LOCK = 1, SIGNAL, FILL, DRAIN };

static void help_with(uint32_t what) {
  if (what == HOLD_LOCK) laglens_sys_pthread_rwlock_wrlock(lock);
  begun = what;
  while (goes == 0) laglens_sys_usleep(500);
  laglens_sys_usleep(WAIT_US);
  switch (what) {
    case HOLD_LOCK: call("pthread_rwlock_unlock", lock, NULL); break;
    case SIGNAL:
      laglens_sys_pthread_mutex_lock(mutex);
      fired = 1;
      call("pthread_cond_signal", condition, NULL);
      call("pthread_mutex_unlock", mutex, NULL);
      break;
    case FILL: laglens_sys_write(empty[1], "x", 1); break;
    default: laglens_sys_read(full[0], bytes, PIPE_BYTES); break;
  }
}

static void *help(void *nothing) {
  laglens_sys_pthread_setname_np("helper");
  for (;;) {
    uint32_t what = wanted;
    if (what == 0) laglens_sys_usleep(1000);
    else wanted = 0, help_with(what);
  }
  return nothing;
}

static void ask_for(uint32_t what) {
  begun = goes = 0;
  wanted = what;
  while (begun != what) laglens_sys_usleep(500);
  goes = 1;
}

static int wait_everywhere(const char *path) {
  struct laglens_sys_timeval now;
  int fd, result;
  ask_for(HOLD_LOCK);
  if (laglens_sys_pthread_rwlock_rdlock(lock) != 0 || call("pthread_rwlock_unlock", lock, NULL) != 0) return 1;
  ask_for(HOLD_LOCK);
  if (laglens_sys_pthread_rwlock_wrlock(lock) != 0 || call("pthread_rwlock_unlock", lock, NULL) != 0) return 2;
  laglens_sys_pthread_mutex_lock(mutex);
  fired = 0;
  ask_for(SIGNAL);
  while (fired == 0)
    if (laglens_sys_pthread_cond_wait(condition, mutex) != 0) return 3;
  laglens_sys_gettimeofday(&now, NULL);
  struct laglens_sys_timespec until = {now.seconds, (now.microseconds + WAIT_US) * 1000l};
  if (until.nanoseconds >= 1000000000) until.seconds++, until.nanoseconds -= 1000000000;
  result = laglens_sys_pthread_cond_timedwait(condition, mutex, &until);
  struct laglens_sys_timespec time = {0, WAIT_US * 1000l};
  int relative = laglens_sys_pthread_cond_timedwait_relative_np(condition, mutex, &time);
  call("pthread_mutex_unlock", mutex, NULL);
  if (result != D_ETIMEDOUT || relative != D_ETIMEDOUT) return 4;
  ask_for(FILL);
  if (laglens_sys_read(empty[0], bytes, 1) != 1) return 5;
  ask_for(DRAIN);
  if (laglens_sys_write(full[1], bytes, PIPE_BYTES) != PIPE_BYTES) return 6;
  /* These wait because the loader was asked to be slow. */
  fd = laglens_sys_open(path, LAGLENS_O_WRONLY | LAGLENS_O_CREAT | LAGLENS_O_TRUNC, 0600);
  if (fd < 0 || laglens_sys_write(fd, "12345678", 8) != 8 || laglens_sys_fsync(fd) != 0 || laglens_sys_close(fd) != 0) return 7;
  fd = laglens_sys_open(path, 0);
  result = laglens_sys_pread(fd, bytes, 4, 4) == 4 && bytes[0] == '5' && laglens_sys_close(fd) == 0 && laglens_sys_unlink(path) == 0;
  return result ? 0 : 8;
}

int main(void) {
  laglens_pthread helper;
  char path[LAGLENS_PATH_MAX];
  const char *home = laglens_sys_getenv("HOME"), *name = "/waits.bin";
  size_t at = 0;
  while (*home != 0 && at < sizeof path - 16) path[at++] = *home++;
  do path[at++] = *name;
  while (*name++ != 0);
  if (call("pthread_mutex_init", mutex, NULL) != 0 || call("pthread_cond_init", condition, NULL) != 0) return 10;
  if (call("pthread_rwlock_init", lock, NULL) != 0 || call("pipe", empty, NULL) != 0 || call("pipe", full, NULL) != 0) return 11;
  /* Nothing fits from here on. */
  if (laglens_sys_write(full[1], bytes, PIPE_BYTES) != PIPE_BYTES) return 12;
  if (laglens_sys_pthread_create(&helper, NULL, help, NULL) != 0) return 13;
  for (;;) {
    int failed = wait_everywhere(path);
    if (failed != 0) return failed;
  }
}
