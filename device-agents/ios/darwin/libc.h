/* The C library's part of libSystem that the agent uses: declared by hand, with no SDK. Values: bsd/sys of xnu, Libc, libpthread. */
#ifndef LAGLENS_DARWIN_LIBC_H
#define LAGLENS_DARWIN_LIBC_H

#include <stddef.h>
#include <stdint.h>

typedef long ssize_t;

int *__error(void); /* errno */
int getpid(void);
char *getenv(const char *name);
int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);
const char *getprogname(void);
void arc4random_buf(void *bytes, size_t length);
void *dlsym(void *handle, const char *name);
#define RTLD_DEFAULT ((void *)-2)

/* Files. The last arguments of open and fcntl are variadic, which on arm64 means: passed on the stack. */
ssize_t read(int fd, void *bytes, size_t capacity);
ssize_t pread(int fd, void *bytes, size_t capacity, int64_t offset);
ssize_t write(int fd, const void *bytes, size_t length);
int open(const char *path, int flags, ...);
int fsync(int fd);
int close(int fd);
int unlink(const char *path);
int rename(const char *from, const char *to);
int mkdir(const char *path, uint16_t mode);
int fcntl(int fd, int command, ...);
enum { O_WRONLY = 1, O_NONBLOCK = 4, O_CREAT = 0x200, O_TRUNC = 0x400, O_EXCL = 0x800, O_CLOEXEC = 0x1000000 };
enum { F_SETFD = 2, F_GETFL = 3, F_SETFL = 4, F_GETPATH = 50, FD_CLOEXEC = 1, PATH_MAX = 1024 };

/* Sockets */
struct sockaddr_in {
  uint8_t sin_len, sin_family;
  uint16_t sin_port;
  uint32_t sin_addr;
  char sin_zero[8];
};
struct pollfd;
int socket(int domain, int type, int protocol);
int bind(int fd, const void *address, uint32_t length);
int listen(int fd, int backlog);
int accept(int fd, void *address, uint32_t *length);
int getsockname(int fd, void *address, uint32_t *length);
int setsockopt(int fd, int level, int option, const void *value, uint32_t length);
ssize_t send(int fd, const void *bytes, size_t length, int flags);
ssize_t recv(int fd, void *bytes, size_t capacity, int flags);
int poll(void *polls, uint32_t count, int timeout_ms);
enum { AF_INET = 2, SOCK_STREAM = 1, SOL_SOCKET = 0xffff, SO_REUSEADDR = 4, SO_NOSIGPIPE = 0x1022, MSG_DONTWAIT = 0x80 };

/* Time and use of resources */
struct timeval {
  int64_t seconds;
  int32_t microseconds;
};
struct rusage {
  struct timeval user, system;
  int64_t more[14];
};
struct timespec {
  int64_t seconds;
  long nanoseconds;
};
int gettimeofday(struct timeval *time, void *zone);
enum { RUSAGE_SELF = 0 };
int getrusage(int who, struct rusage *usage);
int usleep(uint32_t microseconds);

/* sysctl: bsd/sys/sysctl.h; kinfo_proc begins with extern_proc (bsd/sys/proc.h), of which only the begin is named. */
int sysctl(int *name, uint32_t length, void *old, size_t *old_bytes, void *new_value, size_t new_bytes);
int sysctlbyname(const char *name, void *old, size_t *old_bytes, void *new_value, size_t new_bytes);
enum { CTL_KERN = 1, KERN_PROC = 14, KERN_PROC_PID = 1, P_TRACED = 0x800 };
struct kinfo_proc {
  struct timeval start;
  void *vmspace, *sigacts;
  int32_t flag;
  uint8_t more[612];
};
_Static_assert(sizeof(struct kinfo_proc) == 648, "as the kernel fills it on 64-bit systems");

/* Threads */
typedef struct laglens_opaque_pthread *pthread_t;
int pthread_create(pthread_t *thread, const void *attributes, void *(*body)(void *), void *argument);
int pthread_detach(pthread_t thread);
pthread_t pthread_self(void);
int pthread_main_np(void);
int pthread_setname_np(const char *name);
uint32_t pthread_mach_thread_np(pthread_t thread);
pthread_t pthread_from_mach_thread_np(uint32_t port);
void *pthread_get_stackaddr_np(pthread_t thread); /* the high end */
size_t pthread_get_stacksize_np(pthread_t thread);
int pthread_set_qos_class_self_np(unsigned qos, int relative);
enum { QOS_CLASS_USER_INTERACTIVE = 0x21 };

/* malloc/malloc.h */
struct malloc_statistics {
  uint32_t blocks_in_use;
  size_t size_in_use, max_size_in_use, size_allocated;
};
void malloc_zone_statistics(void *zone, struct malloc_statistics *out);

#endif
