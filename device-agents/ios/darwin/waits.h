/* Functions of libSystem that may wait, and more of locks, besides those in libc.h: declared by hand. Locks and queues are of no interest
 * but by their address. */
#ifndef LAGLENS_DARWIN_WAITS_H
#define LAGLENS_DARWIN_WAITS_H

#include <stdint.h>

#include "label.h"

int laglens_sys_pthread_mutex_lock(void *mutex) LAGLENS_SYSTEM(pthread_mutex_lock);
int laglens_sys_pthread_mutex_trylock(void *mutex) LAGLENS_SYSTEM(pthread_mutex_trylock);
int laglens_sys_pthread_mutex_unlock(void *mutex) LAGLENS_SYSTEM(pthread_mutex_unlock);
int laglens_sys_pthread_rwlock_rdlock(void *lock) LAGLENS_SYSTEM(pthread_rwlock_rdlock);
int laglens_sys_pthread_rwlock_wrlock(void *lock) LAGLENS_SYSTEM(pthread_rwlock_wrlock);
int laglens_sys_pthread_rwlock_tryrdlock(void *lock) LAGLENS_SYSTEM(pthread_rwlock_tryrdlock);
int laglens_sys_pthread_rwlock_trywrlock(void *lock) LAGLENS_SYSTEM(pthread_rwlock_trywrlock);
int laglens_sys_pthread_rwlock_unlock(void *lock) LAGLENS_SYSTEM(pthread_rwlock_unlock);
int laglens_sys_pthread_cond_wait(void *condition, void *mutex) LAGLENS_SYSTEM(pthread_cond_wait);
int laglens_sys_pthread_cond_timedwait(void *condition, void *mutex, const void *until) LAGLENS_SYSTEM(pthread_cond_timedwait);
int laglens_sys_pthread_cond_timedwait_relative_np(void *condition, void *mutex, const void *time) LAGLENS_SYSTEM(pthread_cond_timedwait_relative_np);
void laglens_sys_os_unfair_lock_lock(void *lock) LAGLENS_SYSTEM(os_unfair_lock_lock);
_Bool laglens_sys_os_unfair_lock_trylock(void *lock) LAGLENS_SYSTEM(os_unfair_lock_trylock);
void laglens_sys_os_unfair_lock_unlock(void *lock) LAGLENS_SYSTEM(os_unfair_lock_unlock);
void laglens_sys_dispatch_sync(void *queue, void *block) LAGLENS_SYSTEM(dispatch_sync);
long laglens_sys_dispatch_semaphore_wait(void *semaphore, uint64_t until) LAGLENS_SYSTEM(dispatch_semaphore_wait);
long laglens_sys_dispatch_group_wait(void *group, uint64_t until) LAGLENS_SYSTEM(dispatch_group_wait);
const char *laglens_sys_dispatch_queue_get_label(void *queue) LAGLENS_SYSTEM(dispatch_queue_get_label);

#endif
