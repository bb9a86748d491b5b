#include "lock_owners.h"

#include <stdbool.h>

#include "darwin/libc.h"

enum { OWNERS = 1024 };

/* Some bits of the lock's address, and the port of the thread, in one word; 0 nothing. A lock takes the place of another one. */
static uint64_t owners[OWNERS];

static uint64_t *owner_of(const void *lock) { return &owners[((uintptr_t)lock >> 4 ^ (uintptr_t)lock >> 14) % OWNERS]; }
static uint64_t tag_of(const void *lock) { return (uint64_t)((uintptr_t)lock >> 3) << 32; }
static uint64_t held_by_caller(const void *lock) { return tag_of(lock) | laglens_sys_pthread_mach_thread_np(laglens_sys_pthread_self()); }

uint32_t laglens_lock_owner(const void *lock) {
  uint64_t owner = __atomic_load_n(owner_of(lock), __ATOMIC_RELAXED);
  return (owner ^ tag_of(lock)) >> 32 == 0 ? (uint32_t)owner : 0;
}

void laglens_lock_taken(const void *lock) { __atomic_store_n(owner_of(lock), held_by_caller(lock), __ATOMIC_RELAXED); }

void laglens_lock_released(const void *lock) {
  uint64_t own = held_by_caller(lock);
  __atomic_compare_exchange_n(owner_of(lock), &own, 0, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

void laglens_lock_owners_forget(void) {
  for (int i = 0; i < OWNERS; i++) __atomic_store_n(&owners[i], 0, __ATOMIC_RELAXED);
}
