/* What stands in for the functions of locks: waits are noted, and who holds a lock is kept up with. */
#ifndef LAGLENS_LOCK_HOOKS_H
#define LAGLENS_LOCK_HOOKS_H

int laglens_on_mutex_lock(void *mutex);
int laglens_on_mutex_trylock(void *mutex);
int laglens_on_mutex_unlock(void *mutex);
int laglens_on_read_lock(void *lock);
int laglens_on_write_lock(void *lock);
int laglens_on_try_read_lock(void *lock);
int laglens_on_try_write_lock(void *lock);
int laglens_on_rwlock_unlock(void *lock);
void laglens_on_unfair_lock(void *lock);
_Bool laglens_on_unfair_trylock(void *lock);
void laglens_on_unfair_unlock(void *lock);
int laglens_on_condition_wait(void *condition, void *mutex);
int laglens_on_condition_timed_wait(void *condition, void *mutex, const void *until);
int laglens_on_condition_relative_wait(void *condition, void *mutex, const void *time);

#endif
