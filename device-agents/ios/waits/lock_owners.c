#include "lock_owners.h"

#include <stdbool.h>
#include <stddef.h>

#include "../darwin/libc.h"

enum { SETS = 256, WAYS = 4 };
#define TAG_BITS (UINT64_MAX << 32)

/* Some bits of the lock's address, and the port of the thread, in one word; 0 nothing. Locks that nobody holds have no place, so one takes
 * the place of another only where many are held at once. */
static uint64_t owners[SETS][WAYS];

static uint64_t *places_of(const void *lock) { return owners[((uintptr_t)lock >> 4 ^ (uintptr_t)lock >> 12) % SETS]; }
static uint64_t tag_of(const void *lock) { return (uint64_t)((uintptr_t)lock >> 3) << 32; }
static uint64_t held_by_caller(const void *lock) { return tag_of(lock) | laglens_sys_pthread_mach_thread_np(laglens_sys_pthread_self()); }

/* The lock's place with these bits, NULL none. */
__attribute__((noinline)) static uint64_t *find(const void *lock, uint64_t wanted, uint64_t mask) {
  uint64_t *places = places_of(lock);
  for (uint64_t *place = places; place < places + WAYS; place++) {
    if ((__atomic_load_n(place, __ATOMIC_RELAXED) & mask) == wanted) return place;
  }
  return NULL;
}

static bool replace(uint64_t *place, uint64_t before, uint64_t after) {
  return place != NULL && __atomic_compare_exchange_n(place, &before, after, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

uint32_t laglens_lock_owner(const void *lock) {
  const uint64_t *place = find(lock, tag_of(lock), TAG_BITS);
  uint64_t owner = place == NULL ? 0 : __atomic_load_n(place, __ATOMIC_RELAXED);
  /* The place may be another lock's by now. */
  return (owner & TAG_BITS) == tag_of(lock) ? (uint32_t)owner : 0;
}

void laglens_lock_taken(const void *lock) {
  uint64_t own = held_by_caller(lock), *place = find(lock, tag_of(lock), TAG_BITS);
  if (place == NULL && replace(find(lock, 0, UINT64_MAX), 0, own)) return;
  if (place == NULL) place = places_of(lock) + ((uintptr_t)lock >> 6) % WAYS;
  __atomic_store_n(place, own, __ATOMIC_RELAXED);
}

void laglens_lock_released(const void *lock) {
  uint64_t own = held_by_caller(lock);
  replace(find(lock, own, UINT64_MAX), own, 0);
}

void laglens_lock_owners_forget(void) {
  for (uint64_t *place = owners[0]; place < owners[0] + SETS * WAYS; place++) __atomic_store_n(place, 0, __ATOMIC_RELAXED);
}
