/* Functions of libSystem that may wait, and more of locks, besides those in libc.h: declared by hand. Locks and queues are of no interest
 * but by their address. */
#ifndef LAGLENS_DARWIN_WAITS_H
#define LAGLENS_DARWIN_WAITS_H

#include <stdint.h>

int pthread_mutex_lock(void *mutex);
int pthread_mutex_trylock(void *mutex);
int pthread_mutex_unlock(void *mutex);
int pthread_rwlock_rdlock(void *lock);
int pthread_rwlock_wrlock(void *lock);
int pthread_rwlock_tryrdlock(void *lock);
int pthread_rwlock_trywrlock(void *lock);
int pthread_rwlock_unlock(void *lock);
int pthread_cond_wait(void *condition, void *mutex);
int pthread_cond_timedwait(void *condition, void *mutex, const void *until);
int pthread_cond_timedwait_relative_np(void *condition, void *mutex, const void *time);
void os_unfair_lock_lock(void *lock);
_Bool os_unfair_lock_trylock(void *lock);
void os_unfair_lock_unlock(void *lock);
void dispatch_sync(void *queue, void *block);
long dispatch_semaphore_wait(void *semaphore, uint64_t until);
long dispatch_group_wait(void *group, uint64_t until);
const char *dispatch_queue_get_label(void *queue);

#endif
