#include "blocking_ring.h"

#include <stddef.h>

struct laglens_blocking_call *laglens_blocking_cell(struct laglens_blocking_ring *ring) {
  for (uint32_t i = 0; i < LAGLENS_BLOCKING_CALLS; i++) {
    uint32_t is_free = LAGLENS_CELL_FREE;
    if (__atomic_compare_exchange_n(&ring->state[i], &is_free, LAGLENS_CELL_TAKEN, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return &ring->call[i];
  }
  __atomic_fetch_add(&ring->lost, 1, __ATOMIC_RELAXED);
  return NULL;
}

static void set(struct laglens_blocking_ring *ring, const struct laglens_blocking_call *call, uint32_t state) {
  __atomic_store_n(&ring->state[call - ring->call], state, __ATOMIC_RELEASE);
}

void laglens_blocking_put(struct laglens_blocking_ring *ring, struct laglens_blocking_call *call) { set(ring, call, LAGLENS_CELL_FULL); }

struct laglens_blocking_call *laglens_blocking_take(struct laglens_blocking_ring *ring, uint32_t *at) {
  for (; *at < LAGLENS_BLOCKING_CALLS; (*at)++) {
    if (__atomic_load_n(&ring->state[*at], __ATOMIC_ACQUIRE) == LAGLENS_CELL_FULL) return &ring->call[(*at)++];
  }
  return NULL;
}

void laglens_blocking_free(struct laglens_blocking_ring *ring, struct laglens_blocking_call *call) { set(ring, call, LAGLENS_CELL_FREE); }
