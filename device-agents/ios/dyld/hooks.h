/* The functions that stand in for those that may wait, and for those that say who holds a lock. */
#ifndef LAGLENS_HOOKS_H
#define LAGLENS_HOOKS_H

#include "rebind.h"

enum laglens_hook {
  LAGLENS_MUTEX_LOCK,
  LAGLENS_READ_LOCK,
  LAGLENS_WRITE_LOCK,
  LAGLENS_CONDITION_WAIT,
  LAGLENS_CONDITION_TIMED_WAIT,
  LAGLENS_CONDITION_RELATIVE_WAIT,
  LAGLENS_UNFAIR_LOCK,
  LAGLENS_SYNC,
  LAGLENS_SEMAPHORE_WAIT,
  LAGLENS_GROUP_WAIT,
  LAGLENS_READ,
  LAGLENS_PREAD,
  LAGLENS_WRITE,
  LAGLENS_OPEN,
  LAGLENS_FSYNC,
  LAGLENS_SLEEP,
  /* These never wait. */
  LAGLENS_MUTEX_TRYLOCK,
  LAGLENS_MUTEX_UNLOCK,
  LAGLENS_TRY_READ_LOCK,
  LAGLENS_TRY_WRITE_LOCK,
  LAGLENS_RWLOCK_UNLOCK,
  LAGLENS_UNFAIR_TRYLOCK,
  LAGLENS_UNFAIR_UNLOCK,
  LAGLENS_HOOKS
};

/* By their numbers, as in `laglens_wait`. */
extern const struct laglens_rebinding laglens_hooks[LAGLENS_HOOKS];

/* In a hook: its frame. */
#define LAGLENS_OWN_FRAME ((const uintptr_t *)__builtin_frame_address(0))

#endif
