/* Locks, all on Linux's futex. */
#ifndef DARWIN_LOCKS_H
#define DARWIN_LOCKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* 0 free, 1 taken, 2 taken and waited for. */
typedef atomic_uint word_lock;
bool word_lock_try(word_lock *lock);
void word_lock_take(word_lock *lock);
void word_lock_release(word_lock *lock);

#endif
