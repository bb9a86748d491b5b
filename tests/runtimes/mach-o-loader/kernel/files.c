/* Files: Darwin's flags to Linux's. Calls that may wait go to the kernel directly, so that frame pointers stay a chain. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "kernel.h"
#include "../dyld/symbols.h"
#include "variadic.h"

enum { D_NONBLOCK = 0x4, D_APPEND = 0x8, D_CREAT = 0x200, D_TRUNC = 0x400, D_EXCL = 0x800, D_DIRECTORY = 0x100000, D_CLOEXEC = 0x1000000 };
enum { D_GETPATH = 50, D_PATH_MAX = 1024 };

static int open_flags(int darwin) {
  return (darwin & O_ACCMODE) | (darwin & D_NONBLOCK ? O_NONBLOCK : 0) | (darwin & D_APPEND ? O_APPEND : 0) |
         (darwin & D_CREAT ? O_CREAT : 0) | (darwin & D_TRUNC ? O_TRUNC : 0) | (darwin & D_EXCL ? O_EXCL : 0) |
         (darwin & D_DIRECTORY ? O_DIRECTORY : 0) | (darwin & D_CLOEXEC ? O_CLOEXEC : 0);
}

/* A thread that is suspended while it sleeps goes on sleeping: the end of the sleep stands still. */
static void sleep_until(uint64_t until_ns) {
  struct timespec until = {(time_t)(until_ns / 1000000000), (long)(until_ns % 1000000000)};
  while (syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0 && errno == EINTR) continue;
}

/* This computer's disk is fast: a slow one is asked for by the environment. */
static void wait_for_disk(void) {
  static long us = -1;
  const char *text;
  if (us < 0) us = (text = getenv("IPHONE_LOADER_SLOW_FILES_US")) == NULL ? 0 : atol(text);
  if (us > 0) sleep_until(monotonic_ns() + (uint64_t)us * 1000);
}

static int darwin_open(const char *path, int flags UNUSED_REGISTERS_6, ...) {
  va_list list;
  START_ARGUMENTS(list, flags, 6);
  int mode = flags & D_CREAT ? va_arg(list, int) : 0;
  va_end(list);
  wait_for_disk();
  long fd = syscall(SYS_openat, AT_FDCWD, path, open_flags(flags), mode);
  return fd < 0 ? (int)failed() : (int)fd;
}

static int path_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, D_PATH_MAX - 1);
  if (length >= 0) path[length] = '\0';
  return length < 0 ? -1 : 0;
}

static int darwin_fcntl(int fd, int command UNUSED_REGISTERS_6, ...) {
  va_list list;
  START_ARGUMENTS(list, command, 6);
  long argument = va_arg(list, long);
  va_end(list);
  int result;
  switch (command) {
    case F_GETFD: result = fcntl(fd, F_GETFD); break;
    case F_SETFD: result = fcntl(fd, F_SETFD, argument & FD_CLOEXEC); break;
    case F_GETFL:
      result = fcntl(fd, F_GETFL);
      if (result >= 0) result = (result & O_ACCMODE) | (result & O_NONBLOCK ? D_NONBLOCK : 0) | (result & O_APPEND ? D_APPEND : 0);
      break;
    case D_GETPATH: result = path_of(fd, (char *)argument); break;
    case F_SETFL: result = fcntl(fd, F_SETFL, open_flags((int)argument) & ~O_ACCMODE); break;
    default: errno = EINVAL; result = -1;
  }
  return result < 0 ? (int)failed() : result;
}

static ssize_t darwin_read(int fd, void *bytes, size_t length) {
  ssize_t count = syscall(SYS_read, fd, bytes, length);
  return count < 0 ? failed() : count;
}

static ssize_t darwin_write(int fd, const void *bytes, size_t length) {
  ssize_t count = syscall(SYS_write, fd, bytes, length);
  return count < 0 ? failed() : count;
}

static ssize_t darwin_pread(int fd, void *bytes, size_t length, off_t offset) {
  wait_for_disk();
  ssize_t count = syscall(SYS_pread64, fd, bytes, length, offset);
  return count < 0 ? failed() : count;
}

static int darwin_fsync(int fd) {
  wait_for_disk();
  return syscall(SYS_fsync, fd) == 0 ? 0 : (int)failed();
}
static int darwin_close(int fd) { return close(fd) == 0 ? 0 : (int)failed(); }
static int darwin_pipe(int *fds) { return pipe(fds) == 0 ? 0 : (int)failed(); }
static int darwin_unlink(const char *path) { return unlink(path) == 0 ? 0 : (int)failed(); }
static int darwin_rename(const char *from, const char *to) { return rename(from, to) == 0 ? 0 : (int)failed(); }
static int darwin_mkdir(const char *path, uint16_t mode) { return mkdir(path, mode) == 0 ? 0 : (int)failed(); }
static off_t darwin_lseek(int fd, off_t offset, int whence) {
  off_t at = lseek(fd, offset, whence);
  return at < 0 ? failed() : at;
}

/* A shorter sleep checks for something else again and again: it ends also while the clock stands still. */
enum { SHORTEST_STOPPED_NS = 1000000 };

static void sleep_for(uint64_t ns) {
  sleep_until(monotonic_ns() + ns);
  if (ns >= SHORTEST_STOPPED_NS) clock_wait_until_started();
}

static int darwin_usleep(uint32_t us) {
  sleep_for((uint64_t)us * 1000);
  return 0;
}

static int darwin_nanosleep(const struct timespec *time, struct timespec *left) {
  sleep_for((uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec);
  if (left != NULL) *left = (struct timespec){0, 0};
  return 0;
}

static unsigned darwin_sleep(unsigned seconds) {
  sleep_for((uint64_t)seconds * 1000000000);
  return 0;
}

const struct symbol file_symbols[] = {
    FUNCTION(open, darwin_open),   FUNCTION(fcntl, darwin_fcntl),   FUNCTION(read, darwin_read),     FUNCTION(write, darwin_write),
    FUNCTION(pread, darwin_pread), FUNCTION(fsync, darwin_fsync),   FUNCTION(close, darwin_close),   FUNCTION(pipe, darwin_pipe),
    FUNCTION(lseek, darwin_lseek), FUNCTION(unlink, darwin_unlink), FUNCTION(rename, darwin_rename), FUNCTION(mkdir, darwin_mkdir),
    FUNCTION(usleep, darwin_usleep), FUNCTION(nanosleep, darwin_nanosleep), FUNCTION(sleep, darwin_sleep), END_OF_SYMBOLS,
};
