/* What the shop uses of the C library, pthreads, dispatch and Mach's clock: declared by hand, with no SDK. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int open(const char *path, int flags, ...);
long read(int fd, void *bytes, size_t length);
long write(int fd, const void *bytes, size_t length);
long pread(int fd, void *bytes, size_t length, int64_t offset);
int fsync(int fd);
int close(int fd);
int unlink(const char *path);
enum { O_RDONLY = 0, O_WRONLY = 1, O_RDWR = 2, O_CREAT = 0x200, O_TRUNC = 0x400 };
int usleep(uint32_t us);
char *getenv(const char *name);
void *dlsym(void *handle, const char *name);
#define RTLD_DEFAULT ((void *)-2)
int snprintf(char *to, size_t room, const char *format, ...);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t length);
size_t strlen(const char *text);
void *memset(void *bytes, int value, size_t length);

/* clock_gettime_nsec_np(CLOCK_UPTIME_RAW) */
uint64_t clock_gettime_nsec_np(int clock);
enum { CLOCK_UPTIME_RAW = 8 };

typedef struct opaque_pthread *pthread_t;
typedef struct {
  long signature;
  char opaque[56];
} pthread_mutex_t;
#define PTHREAD_MUTEX_INITIALIZER {0x32AAABA7, {0}}
int pthread_create(pthread_t *thread, const void *attributes, void *(*body)(void *), void *argument);
int pthread_detach(pthread_t thread);
int pthread_setname_np(const char *name);
int pthread_getname_np(pthread_t thread, char *name, size_t room);
pthread_t pthread_self(void);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
typedef struct {
  long signature;
  char opaque[192];
} pthread_rwlock_t;
#define PTHREAD_RWLOCK_INITIALIZER {0x2DA8B3B4, {0}}
int pthread_rwlock_rdlock(pthread_rwlock_t *lock);
int pthread_rwlock_wrlock(pthread_rwlock_t *lock);
int pthread_rwlock_unlock(pthread_rwlock_t *lock);
typedef struct {
  long signature;
  char opaque[40];
} pthread_cond_t;
#define PTHREAD_COND_INITIALIZER {0x3CB0B1BB, {0}}
struct timespec {
  long tv_sec, tv_nsec;
};
int pthread_cond_timedwait_relative_np(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time);
int pthread_cond_signal(pthread_cond_t *condition);
typedef uint32_t os_unfair_lock;
void os_unfair_lock_lock(os_unfair_lock *lock);
void os_unfair_lock_unlock(os_unfair_lock *lock);

typedef struct opaque_queue *dispatch_queue_t;
typedef struct opaque_semaphore *dispatch_semaphore_t;
typedef struct opaque_group *dispatch_group_t;
typedef void (^dispatch_block_t)(void);
extern struct opaque_queue _dispatch_main_q;
static inline dispatch_queue_t dispatch_get_main_queue(void) { return &_dispatch_main_q; }
dispatch_queue_t dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);
dispatch_queue_t dispatch_queue_create(const char *label, void *attributes);
void dispatch_async(dispatch_queue_t queue, dispatch_block_t block);
void dispatch_sync(dispatch_queue_t queue, dispatch_block_t block);
uint64_t dispatch_time(uint64_t when, int64_t delta_ns);
void dispatch_after(uint64_t when, dispatch_queue_t queue, dispatch_block_t block);
dispatch_semaphore_t dispatch_semaphore_create(long value);
long dispatch_semaphore_wait(dispatch_semaphore_t semaphore, uint64_t timeout);
long dispatch_semaphore_signal(dispatch_semaphore_t semaphore);
dispatch_group_t dispatch_group_create(void);
void dispatch_group_async(dispatch_group_t group, dispatch_queue_t queue, dispatch_block_t block);
long dispatch_group_wait(dispatch_group_t group, uint64_t timeout);
#define DISPATCH_TIME_NOW 0ull
#define DISPATCH_TIME_FOREVER (~0ull)

