/* The C library's part of libSystem that the agent uses: declared by hand, with no SDK. Values: bsd/sys of xnu, Libc, libpthread. */
#ifndef LAGLENS_DARWIN_LIBC_H
#define LAGLENS_DARWIN_LIBC_H

#include <stddef.h>
#include <stdint.h>

#include "label.h"

typedef long laglens_ssize;

int *laglens_sys_error(void) LAGLENS_SYSTEM(__error); /* errno */
int laglens_sys_getpid(void) LAGLENS_SYSTEM(getpid);
char *laglens_sys_getenv(const char *name) LAGLENS_SYSTEM(getenv);
int laglens_sys_setenv(const char *name, const char *value, int overwrite) LAGLENS_SYSTEM(setenv);
int laglens_sys_unsetenv(const char *name) LAGLENS_SYSTEM(unsetenv);
const char *laglens_sys_getprogname(void) LAGLENS_SYSTEM(getprogname);
void laglens_sys_arc4random_buf(void *bytes, size_t length) LAGLENS_SYSTEM(arc4random_buf);
void *laglens_sys_dlsym(void *handle, const char *name) LAGLENS_SYSTEM(dlsym);
#define LAGLENS_RTLD_DEFAULT ((void *)-2)

/* Files. The last arguments of open and fcntl are variadic, which on arm64 means: passed on the stack. */
laglens_ssize laglens_sys_read(int fd, void *bytes, size_t capacity) LAGLENS_SYSTEM(read);
laglens_ssize laglens_sys_pread(int fd, void *bytes, size_t capacity, int64_t offset) LAGLENS_SYSTEM(pread);
laglens_ssize laglens_sys_write(int fd, const void *bytes, size_t length) LAGLENS_SYSTEM(write);
int laglens_sys_open(const char *path, int flags, ...) LAGLENS_SYSTEM(open);
int laglens_sys_pipe(int *ends) LAGLENS_SYSTEM(pipe);
int laglens_sys_fsync(int fd) LAGLENS_SYSTEM(fsync);
int laglens_sys_close(int fd) LAGLENS_SYSTEM(close);
int laglens_sys_unlink(const char *path) LAGLENS_SYSTEM(unlink);
int laglens_sys_rename(const char *from, const char *to) LAGLENS_SYSTEM(rename);
int laglens_sys_mkdir(const char *path, uint16_t mode) LAGLENS_SYSTEM(mkdir);
int laglens_sys_fcntl(int fd, int command, ...) LAGLENS_SYSTEM(fcntl);
enum { LAGLENS_O_WRONLY = 1, LAGLENS_O_NONBLOCK = 4, LAGLENS_O_CREAT = 0x200, LAGLENS_O_TRUNC = 0x400, LAGLENS_O_EXCL = 0x800, LAGLENS_O_CLOEXEC = 0x1000000 };
enum { LAGLENS_F_SETFD = 2, LAGLENS_F_GETFL = 3, LAGLENS_F_SETFL = 4, LAGLENS_F_GETPATH = 50, LAGLENS_FD_CLOEXEC = 1, LAGLENS_PATH_MAX = 1024 };

/* Sockets */
struct laglens_sys_sockaddr_in {
  uint8_t sin_len, sin_family;
  uint16_t sin_port;
  uint32_t sin_addr;
  char sin_zero[8];
};
int laglens_sys_socket(int domain, int type, int protocol) LAGLENS_SYSTEM(socket);
int laglens_sys_bind(int fd, const void *address, uint32_t length) LAGLENS_SYSTEM(bind);
int laglens_sys_listen(int fd, int backlog) LAGLENS_SYSTEM(listen);
int laglens_sys_accept(int fd, void *address, uint32_t *length) LAGLENS_SYSTEM(accept);
int laglens_sys_getsockname(int fd, void *address, uint32_t *length) LAGLENS_SYSTEM(getsockname);
int laglens_sys_setsockopt(int fd, int level, int option, const void *value, uint32_t length) LAGLENS_SYSTEM(setsockopt);
laglens_ssize laglens_sys_send(int fd, const void *bytes, size_t length, int flags) LAGLENS_SYSTEM(send);
laglens_ssize laglens_sys_recv(int fd, void *bytes, size_t capacity, int flags) LAGLENS_SYSTEM(recv);
int laglens_sys_poll(void *polls, uint32_t count, int timeout_ms) LAGLENS_SYSTEM(poll);
enum { LAGLENS_AF_INET = 2, LAGLENS_SOCK_STREAM = 1 };
enum { LAGLENS_SOL_SOCKET = 0xffff, LAGLENS_SO_REUSEADDR = 4, LAGLENS_SO_NOSIGPIPE = 0x1022, LAGLENS_MSG_DONTWAIT = 0x80 };

/* Time and use of resources */
struct laglens_sys_timeval {
  int64_t seconds;
  int32_t microseconds;
};
struct laglens_sys_rusage {
  struct laglens_sys_timeval user, system;
  int64_t more[14];
};
struct laglens_sys_timespec {
  int64_t seconds;
  long nanoseconds;
};
int laglens_sys_gettimeofday(struct laglens_sys_timeval *time, void *zone) LAGLENS_SYSTEM(gettimeofday);
enum { LAGLENS_RUSAGE_SELF = 0 };
int laglens_sys_getrusage(int who, struct laglens_sys_rusage *usage) LAGLENS_SYSTEM(getrusage);
int laglens_sys_usleep(uint32_t microseconds) LAGLENS_SYSTEM(usleep);

/* sysctl: bsd/sys/sysctl.h; kinfo_proc begins with extern_proc (bsd/sys/proc.h), of which only the begin is named. */
int laglens_sys_sysctl(int *name, uint32_t length, void *old, size_t *old_bytes, void *new_value, size_t new_bytes) LAGLENS_SYSTEM(sysctl);
int laglens_sys_sysctlbyname(const char *name, void *old, size_t *old_bytes, void *new_value, size_t new_bytes) LAGLENS_SYSTEM(sysctlbyname);
enum { LAGLENS_CTL_KERN = 1, LAGLENS_KERN_PROC = 14, LAGLENS_KERN_PROC_PID = 1, LAGLENS_P_TRACED = 0x800 };
struct laglens_sys_kinfo_proc {
  struct laglens_sys_timeval start;
  void *vmspace, *sigacts;
  int32_t flag;
  uint8_t more[612];
};
_Static_assert(sizeof(struct laglens_sys_kinfo_proc) == 648, "as the kernel fills it on 64-bit systems");

/* Threads */
typedef struct laglens_opaque_pthread *laglens_pthread;
int laglens_sys_pthread_create(laglens_pthread *thread, const void *attributes, void *(*body)(void *), void *argument) LAGLENS_SYSTEM(pthread_create);
int laglens_sys_pthread_detach(laglens_pthread thread) LAGLENS_SYSTEM(pthread_detach);
laglens_pthread laglens_sys_pthread_self(void) LAGLENS_SYSTEM(pthread_self);
int laglens_sys_pthread_main_np(void) LAGLENS_SYSTEM(pthread_main_np);
int laglens_sys_pthread_setname_np(const char *name) LAGLENS_SYSTEM(pthread_setname_np);
uint32_t laglens_sys_pthread_mach_thread_np(laglens_pthread thread) LAGLENS_SYSTEM(pthread_mach_thread_np);
laglens_pthread laglens_sys_pthread_from_mach_thread_np(uint32_t port) LAGLENS_SYSTEM(pthread_from_mach_thread_np);
void *laglens_sys_pthread_get_stackaddr_np(laglens_pthread thread) LAGLENS_SYSTEM(pthread_get_stackaddr_np); /* the high end */
size_t laglens_sys_pthread_get_stacksize_np(laglens_pthread thread) LAGLENS_SYSTEM(pthread_get_stacksize_np);
int laglens_sys_pthread_set_qos_class_self_np(unsigned qos, int relative) LAGLENS_SYSTEM(pthread_set_qos_class_self_np);
enum { LAGLENS_QOS_CLASS_USER_INTERACTIVE = 0x21 };

/* malloc/malloc.h */
struct laglens_sys_malloc_statistics {
  uint32_t blocks_in_use;
  size_t size_in_use, max_size_in_use, size_allocated;
};
void laglens_sys_malloc_zone_statistics(void *zone, struct laglens_sys_malloc_statistics *out) LAGLENS_SYSTEM(malloc_zone_statistics);

#endif
