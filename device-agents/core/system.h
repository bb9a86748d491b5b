/* What the agent asks of the kernel. There is no libc in the agent: an app's libc must never be entered from its threads. */
#ifndef LAGLENS_SYSTEM_H
#define LAGLENS_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LAGLENS_EAGAIN = 11, LAGLENS_EINTR = 4 };

/* A CPU clock in nanoseconds (to tell whether it moved) and in whole microseconds (to report). */
struct laglens_cpu_time {
  uint64_t ns;
  uint64_t us;
};

/* One file descriptor to wait for: struct pollfd. */
struct laglens_poll {
  int fd;
  short events;
  short revents;
};
/* Room for a set of CPUs: one bit each, the first CPU lowest. */
enum { LAGLENS_CPU_SET_BYTES = 128 };
enum { LAGLENS_POLL_IN = 1, LAGLENS_POLL_OUT = 4, LAGLENS_POLL_ERROR = 8, LAGLENS_POLL_HUP = 16 };

/* Finds the cheap way to read the clock; until then, and where there is none, each reading is a system call. */
void laglens_prepare_clock(void);
/* CLOCK_MONOTONIC and CLOCK_REALTIME. */
uint64_t laglens_now_us(void);
uint64_t laglens_wall_us(void);
/* CPU time of the calling thread. */
uint64_t laglens_own_cpu_us(void);
/* CPU time of any thread of this process; false when there is no such thread. */
bool laglens_thread_cpu(int tid, struct laglens_cpu_time *out);

int laglens_gettid(void);
int laglens_getpid(void);
int laglens_getuid(void);
/* Raises (negative) or lowers the priority of the calling thread; the kernel may refuse, which does no harm. */
void laglens_set_own_priority(int nice);
/* The CPUs that a thread of this process may run on; bytes filled, negative errno. */
long laglens_cpus_of(int tid, uint8_t *cpus);
/* Keeps the calling thread on these CPUs; the kernel may refuse, which does no harm. */
void laglens_keep_on(const uint8_t *cpus, size_t bytes);

/* Zeroed memory whose pages come only when touched; NULL when refused. */
void *laglens_map(size_t bytes);
void laglens_unmap(void *memory, size_t bytes);

int laglens_open_read(const char *path);
/* Bytes read, 0 at the end, negative errno. */
long laglens_read(int fd, void *bytes, size_t capacity);
long laglens_write(int fd, const void *bytes, size_t length);
/* Entries as struct linux_dirent64; bytes filled, 0 at the end, negative errno. */
long laglens_getdents(int fd, void *bytes, size_t capacity);
void laglens_close(int fd);
void laglens_unlink(const char *path);

/* A listening AF_UNIX stream socket; `name` of `length` bytes begins with NUL for the abstract namespace. Negative errno. */
int laglens_listen_unix(const char *name, size_t length);
/* The next connection, non-blocking; negative errno. */
int laglens_accept(int fd);
/* User id of the other side by SO_PEERCRED, -1 when the kernel does not say. */
int laglens_peer_uid(int fd);
/* Never block, never raise SIGPIPE. Bytes moved, negative errno. */
long laglens_send(int fd, const void *bytes, size_t length);
long laglens_receive(int fd, void *bytes, size_t capacity);
/* A counter to wake the agent's thread with; negative errno. */
int laglens_eventfd(void);
/* Waits for any of `count` descriptors, at most `timeout_us`. */
void laglens_wait(struct laglens_poll *polls, unsigned count, uint32_t timeout_us);

#endif
