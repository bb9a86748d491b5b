#include "kernel.h"

#include "syscall_abi.h"
#include "vdso.h"

#define CALL0(number) laglens_syscall(number, 0, 0, 0, 0, 0, 0)
#define CALL(number, a, b, c, d, e, f) \
  laglens_syscall(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

enum {
  CLOCK_REALTIME_ID = 0,
  CLOCK_MONOTONIC_ID = 1,
  CLOCK_PROCESS_CPUTIME_ID = 2,
  CLOCK_THREAD_CPUTIME_ID = 3,
  AT_FDCWD_VALUE = -100,
  OPEN_CLOEXEC = 0x80000,
  SOCKET_FLAGS = 0x80800, /* SOCK_CLOEXEC | SOCK_NONBLOCK */
  FAMILY_UNIX = 1,
  TYPE_STREAM = 1,
  LEVEL_SOCKET = 1,
  OPTION_PEERCRED = 17,
  OPTION_DOMAIN = 39,
  MESSAGE_FLAGS = 0x4040, /* MSG_DONTWAIT | MSG_NOSIGNAL */
  UNIX_PATH_BYTES = 108,
  BACKLOG = 64
};

/* struct timespec of the calls used here: both members are a long on every ABI (arm: the 32-bit-time calls). */
struct kernel_time {
  long seconds;
  long nanoseconds;
};

/* int clock_gettime(clockid_t, struct timespec *) */
static long read_clock(long id, struct kernel_time *out) { return CALL(NR_CLOCK_GETTIME, id, out, 0, 0, 0, 0); }

static uint64_t microseconds(const struct kernel_time *t) {
  /* 32-bit division only: a 64-bit one needs a runtime library on arm. */
  return (uint64_t)(unsigned long)t->seconds * 1000000u + (uint32_t)t->nanoseconds / 1000u;
}

static laglens_clock_function *fast_clock;

void laglens_prepare_clock(void) { fast_clock = laglens_find_vdso_clock(); }

static uint64_t clock_us(long id) {
  struct kernel_time t = {0, 0};
  read_clock(id, &t);
  return microseconds(&t);
}

uint64_t laglens_now_us(void) {
  struct kernel_time t = {0, 0};
  if (fast_clock == NULL || fast_clock(CLOCK_MONOTONIC_ID, &t) != 0) read_clock(CLOCK_MONOTONIC_ID, &t);
  return microseconds(&t);
}

uint64_t laglens_wall_us(void) { return clock_us(CLOCK_REALTIME_ID); }
uint64_t laglens_own_cpu_us(void) { return clock_us(CLOCK_THREAD_CPUTIME_ID); }
uint64_t laglens_process_cpu_us(void) { return clock_us(CLOCK_PROCESS_CPUTIME_ID); }

/* int getrusage(int who, struct rusage *) with RUSAGE_THREAD. Its struct (include/uapi/linux/resource.h) has 18 longs on every ABI used here. */
void laglens_own_use(struct laglens_thread_use *out) {
  enum { RUSAGE_THREAD_ID = 1, MAJOR_FAULTS = 9, VOLUNTARY = 16, INVOLUNTARY = 17 };
  long use[18] = {0};
  CALL(NR_GETRUSAGE, RUSAGE_THREAD_ID, use, 0, 0, 0, 0);
  *out = (struct laglens_thread_use){(uint32_t)use[MAJOR_FAULTS], (uint32_t)use[VOLUNTARY], (uint32_t)use[INVOLUNTARY]};
}

bool laglens_thread_cpu(int tid, struct laglens_cpu_time *out) {
  struct kernel_time t;
  /* The kernel's name for a thread's scheduler clock: MAKE_THREAD_CPUCLOCK in include/linux/posix-timers.h, with
   * CPUCLOCK_SCHED (2) and CPUCLOCK_PERTHREAD_MASK (4); what pthread_getcpuclockid gives. */
  long id = (long)(((uint32_t)~tid << 3) | 6u);
  if (read_clock((int32_t)id, &t) != 0) return false;
  out->ns = (uint64_t)(unsigned long)t.seconds * 1000000000u + (uint32_t)t.nanoseconds;
  out->us = microseconds(&t);
  return true;
}

/* pid_t gettid(void); pid_t getpid(void); uid_t getuid(void) */
int laglens_gettid(void) { return (int)CALL0(NR_GETTID); }
int laglens_getpid(void) { return (int)CALL0(NR_GETPID); }
int laglens_getuid(void) { return (int)CALL0(NR_GETUID); }

/* int setpriority(int which, int who, int prio) with PRIO_PROCESS and the caller */
void laglens_set_own_priority(int nice) { CALL(NR_SETPRIORITY, 0, 0, nice, 0, 0, 0); }

/* int prctl(int option, unsigned long nanoseconds, ...) with PR_SET_TIMERSLACK (include/uapi/linux/prctl.h); 0 is the default again */
void laglens_set_timer_slack(uint32_t us) { CALL(NR_PRCTL, 29, us * 1000u, 0, 0, 0, 0); }

/* int getpriority(int which, int who) with PRIO_PROCESS: the kernel answers with 20 - nice, so that no answer is an error */
int laglens_priority_of(int tid) {
  long priority = CALL(NR_GETPRIORITY, 0, tid, 0, 0, 0, 0);
  return priority > 0 ? (int)priority : 0;
}

/* int sched_getaffinity(pid_t tid, unsigned bytes, unsigned long *set): gives the bytes of the kernel's own set. Read by bytes, which
 * on these little-endian ABIs comes to the same. */
long laglens_cpus_of(int tid, uint8_t *cpus) { return CALL(NR_SCHED_GETAFFINITY, tid, LAGLENS_CPU_SET_BYTES, cpus, 0, 0, 0); }
/* int sched_setaffinity(pid_t tid, unsigned bytes, const unsigned long *set) with the caller */
void laglens_keep_on(const uint8_t *cpus, size_t bytes) { CALL(NR_SCHED_SETAFFINITY, 0, bytes, cpus, 0, 0, 0); }

void *laglens_map(size_t bytes) {
  /* void *mmap(addr, length, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS|MAP_NORESERVE, -1, 0) */
  long result = CALL(NR_MMAP, 0, bytes, 3, 0x4022, -1, 0);
  return (unsigned long)result > -4096ul ? NULL : (void *)result;
}

/* int munmap(void *addr, size_t length) */
void laglens_unmap(void *memory, size_t bytes) { CALL(NR_MUNMAP, memory, bytes, 0, 0, 0, 0); }

/* ssize_t process_vm_readv(pid_t, const struct iovec *local, unsigned long, const struct iovec *remote, unsigned long, unsigned long flags) */
bool laglens_peek(uintptr_t address, void *to, size_t bytes) {
  struct { /* struct iovec */
    uintptr_t at;
    size_t length;
  } local = {(uintptr_t)to, bytes}, remote = {address, bytes};
  return CALL(NR_PROCESS_VM_READV, laglens_getpid(), &local, 1, &remote, 1, 0) == (long)bytes;
}

/* int openat(int dirfd, const char *path, int flags, mode_t mode) with O_RDONLY|O_CLOEXEC */
int laglens_open_read(const char *path) { return (int)CALL(NR_OPENAT, AT_FDCWD_VALUE, path, OPEN_CLOEXEC, 0, 0, 0); }

/* ssize_t read(int fd, void *buf, size_t count); ssize_t write(int fd, const void *buf, size_t count) */
long laglens_read(int fd, void *bytes, size_t capacity) { return CALL(NR_READ, fd, bytes, capacity, 0, 0, 0); }
/* ssize_t pread64(int fd, void *buf, size_t count, off_t offset): 0 in whichever registers an ABI has the offset. */
long laglens_read_at_begin(int fd, void *bytes, size_t capacity) { return CALL(NR_PREAD64, fd, bytes, capacity, 0, 0, 0); }
long laglens_write(int fd, const void *bytes, size_t length) { return CALL(NR_WRITE, fd, bytes, length, 0, 0, 0); }

/* int getdents64(unsigned fd, struct linux_dirent64 *, unsigned count) */
long laglens_getdents(int fd, void *bytes, size_t capacity) { return CALL(NR_GETDENTS64, fd, bytes, capacity, 0, 0, 0); }

/* Not getrandom: the filter of system calls of older Androids is not known to let apps have it. */
bool laglens_random(void *bytes, size_t length) {
  int fd = laglens_open_read("/dev/urandom");
  if (fd < 0) return false;
  bool is_whole = laglens_read(fd, bytes, length) == (long)length;
  laglens_close(fd);
  return is_whole;
}

/* int close(int fd) */
void laglens_close(int fd) { CALL(NR_CLOSE, fd, 0, 0, 0, 0, 0); }

/* ssize_t readlinkat(int dirfd, const char *, char *, size_t) */
long laglens_read_link(const char *path, char *target, size_t capacity) { return CALL(NR_READLINKAT, AT_FDCWD_VALUE, path, target, capacity, 0, 0); }

/* int unlinkat(int dirfd, const char *path, int flags) */
void laglens_unlink(const char *path) { CALL(NR_UNLINKAT, AT_FDCWD_VALUE, path, 0, 0, 0, 0); }

int laglens_listen_unix(const char *name, size_t length) {
  struct {
    uint16_t family;
    char path[UNIX_PATH_BYTES];
  } address = {FAMILY_UNIX, {0}};
  if (length > UNIX_PATH_BYTES) return -36; /* ENAMETOOLONG */
  for (size_t i = 0; i < length; i++) address.path[i] = name[i];
  /* int socket(int domain, int type, int protocol) */
  int fd = (int)CALL(NR_SOCKET, FAMILY_UNIX, TYPE_STREAM | SOCKET_FLAGS, 0, 0, 0, 0);
  if (fd < 0) return fd;
  /* int bind(int fd, const struct sockaddr *, socklen_t): the length without padding, adb connects to exactly that name */
  long result = CALL(NR_BIND, fd, &address, sizeof address.family + length, 0, 0, 0);
  /* int listen(int fd, int backlog) */
  if (result == 0) result = CALL(NR_LISTEN, fd, BACKLOG, 0, 0, 0, 0);
  if (result == 0) return fd;
  laglens_close(fd);
  return (int)result;
}

/* int accept4(int fd, struct sockaddr *, socklen_t *, int flags) */
int laglens_accept(int fd) { return (int)CALL(NR_ACCEPT4, fd, 0, 0, SOCKET_FLAGS, 0, 0); }

int laglens_peer_uid(int fd) {
  struct {
    int32_t pid;
    uint32_t uid, gid;
  } peer = {0, 0, 0};
  uint32_t length = sizeof peer;
  /* int getsockopt(int fd, int level, int option, void *value, socklen_t *length) */
  if (CALL(NR_GETSOCKOPT, fd, LEVEL_SOCKET, OPTION_PEERCRED, &peer, &length, 0) != 0) return -1;
  return (int)peer.uid;
}

int laglens_socket_family(int fd) {
  int family = 0;
  uint32_t length = sizeof family;
  long error = CALL(NR_GETSOCKOPT, fd, LEVEL_SOCKET, OPTION_DOMAIN, &family, &length, 0);
  return error != 0 ? (int)error : family;
}

/* ssize_t sendto(int fd, const void *, size_t, int flags, NULL, 0); ssize_t recvfrom(… the same …) */
long laglens_send(int fd, const void *bytes, size_t length) { return CALL(NR_SENDTO, fd, bytes, length, MESSAGE_FLAGS, 0, 0); }
long laglens_receive(int fd, void *bytes, size_t capacity) {
  return CALL(NR_RECVFROM, fd, bytes, capacity, MESSAGE_FLAGS, 0, 0);
}

/* int eventfd2(unsigned initial, int flags) with EFD_CLOEXEC|EFD_NONBLOCK */
int laglens_eventfd(void) { return (int)CALL(NR_EVENTFD2, 0, SOCKET_FLAGS, 0, 0, 0, 0); }

void laglens_wait(struct laglens_poll *polls, unsigned count, uint32_t timeout_us) {
  struct kernel_time timeout = {(long)(timeout_us / 1000000u), (long)(timeout_us % 1000000u * 1000u)};
  /* int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *, size_t sigset bytes) */
  CALL(NR_PPOLL, polls, count, &timeout, 0, 8, 0);
}
