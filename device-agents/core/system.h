/* What an agent asks of the system it runs on. `linux/` has it without a libc, `ios/` through libSystem. */
#ifndef LAGLENS_SYSTEM_H
#define LAGLENS_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Given as negative numbers: nothing now, and disturbed by a signal. */
#if defined(__APPLE__)
enum { LAGLENS_EAGAIN = 35, LAGLENS_EINTR = 4 };
#else
enum { LAGLENS_EAGAIN = 11, LAGLENS_EINTR = 4 };
#endif

/* A CPU clock in nanoseconds (to see whether it moved) and in whole microseconds (to report). */
struct laglens_cpu_time {
  uint64_t ns;
  uint64_t us;
};

/* No more files may be open, in the system or in this process: the same numbers everywhere. */
enum { LAGLENS_ENFILE = 23, LAGLENS_EMFILE = 24 };

/* One file descriptor to wait for: struct pollfd. Negative descriptors are passed over. */
struct laglens_poll {
  int fd;
  short events;
  short revents;
};
enum { LAGLENS_POLL_IN = 1, LAGLENS_POLL_OUT = 4, LAGLENS_POLL_ERROR = 8, LAGLENS_POLL_HUP = 16, LAGLENS_POLL_INVALID = 32 };

/* Finds the cheap way to read the clock; to be called once, before the first reading. */
void laglens_prepare_clock(void);
/* The agent's clock, which never goes back, and the wall clock. */
uint64_t laglens_now_us(void);
uint64_t laglens_wall_us(void);
/* CPU time of the calling thread. */
uint64_t laglens_own_cpu_us(void);
/* CPU time of the whole process, of threads that ended, too. */
uint64_t laglens_process_cpu_us(void);
int laglens_getpid(void);
/* Bytes that nobody can guess; false when the system gives none. */
bool laglens_random(void *bytes, size_t length);

/* Zeroed memory whose pages come only when touched; NULL when refused. */
void *laglens_map(size_t bytes);
void laglens_unmap(void *memory, size_t bytes);

/* Bytes moved, 0 at the end, negative errno. */
long laglens_read(int fd, void *bytes, size_t capacity);
long laglens_write(int fd, const void *bytes, size_t length);
void laglens_close(int fd);
void laglens_unlink(const char *path);

/* The next connection, non-blocking; negative errno. */
int laglens_accept(int fd);
/* Never block, never raise SIGPIPE. Bytes moved, negative errno. */
long laglens_send(int fd, const void *bytes, size_t length);
long laglens_receive(int fd, void *bytes, size_t capacity);
/* Waits for any of `count` descriptors, at most `timeout_us`. */
void laglens_wait(struct laglens_poll *polls, unsigned count, uint32_t timeout_us);

#endif
