/* What only agents on Linux ask of the kernel. There is no libc in them: an app's libc must never be entered from its threads. */
#ifndef LAGLENS_KERNEL_H
#define LAGLENS_KERNEL_H

#include "../core/system.h"

/* Room for a set of CPUs: one bit each, the first CPU lowest. */
enum { LAGLENS_CPU_SET_BYTES = 128 };

/* CPU time of any thread of this process; false when there is no such thread. */
bool laglens_thread_cpu(int tid, struct laglens_cpu_time *out);
/* What the kernel counted of the calling thread so far. */
struct laglens_thread_use {
  uint32_t major_faults;           /* pages read from a file or from swap */
  uint32_t voluntary, involuntary; /* switches: it waited, another ran instead */
};
void laglens_own_use(struct laglens_thread_use *out);
int laglens_gettid(void);
int laglens_getuid(void);
/* Raises (negative) or lowers the priority of the calling thread; the kernel may refuse, which does no harm. */
void laglens_set_own_priority(int nice);
/* How late the kernel may end a sleep of the calling thread, in microseconds; 0: as late as it does by itself, 50. */
void laglens_set_timer_slack(uint32_t us);
/* 20 less the nice value of a thread: 1 to 40; 0 unknown. */
int laglens_priority_of(int tid);
/* The CPUs that a thread of this process may run on; bytes filled, negative errno. */
long laglens_cpus_of(int tid, uint8_t *cpus);
/* Keeps the calling thread on these CPUs; the kernel may refuse, which does no harm. */
void laglens_keep_on(const uint8_t *cpus, size_t bytes);

/* Copies memory of this process that may be gone meanwhile; false then, or when the kernel does not offer it. */
bool laglens_peek(uintptr_t address, void *to, size_t bytes);

int laglens_open_read(const char *path);
/* The begin of a file, whatever was read of it before; bytes, negative errno. */
long laglens_read_at_begin(int fd, void *bytes, size_t capacity);
/* Where a link leads, without a NUL; bytes, negative errno. Asks no file. */
long laglens_read_link(const char *path, char *target, size_t capacity);
/* Entries as struct linux_dirent64; bytes filled, 0 at the end, negative errno. */
long laglens_getdents(int fd, void *bytes, size_t capacity);

/* A listening AF_UNIX stream socket; `name` of `length` bytes begins with NUL for the abstract namespace. Negative errno. */
int laglens_listen_unix(const char *name, size_t length);
/* SO_DOMAIN of a socket; negative errno. */
enum { LAGLENS_FAMILY_UNIX = 1, LAGLENS_FAMILY_INET = 2, LAGLENS_FAMILY_INET6 = 10 };
int laglens_socket_family(int fd);
/* User id of the other side by SO_PEERCRED, -1 when the kernel does not say. */
int laglens_peer_uid(int fd);
/* A counter to wake the agent's thread with; negative errno. */
int laglens_eventfd(void);

#endif
