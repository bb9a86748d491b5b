#include "event_ring.h"

/* Dmitry Vyukov's bounded queue, with one reader: each cell carries whose turn it is, so a writer that is descheduled between
 * taking its place and filling it holds up the reader at that cell only, and never another writer. */

enum { MASK = LAGLENS_EVENTS - 1 };

void laglens_events_init(struct laglens_event_ring *ring) {
  ring->head = ring->tail = 0;
  ring->lost = 0;
  for (uint32_t i = 0; i < LAGLENS_EVENTS; i++) ring->cell[i].turn = i;
}

void laglens_events_put(struct laglens_event_ring *ring, const struct laglens_event *event) {
  uint32_t place = __atomic_load_n(&ring->head, __ATOMIC_RELAXED);
  for (;;) {
    struct laglens_event_cell *cell = &ring->cell[place & MASK];
    int32_t ahead = (int32_t)(__atomic_load_n(&cell->turn, __ATOMIC_ACQUIRE) - place);
    if (ahead < 0) {
      __atomic_fetch_add(&ring->lost, 1, __ATOMIC_RELAXED);
      return;
    }
    if (ahead > 0) {
      place = __atomic_load_n(&ring->head, __ATOMIC_RELAXED);
    } else if (__atomic_compare_exchange_n(&ring->head, &place, place + 1, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      cell->event = *event;
      __atomic_store_n(&cell->turn, place + 1, __ATOMIC_RELEASE);
      return;
    }
  }
}

bool laglens_events_take(struct laglens_event_ring *ring, struct laglens_event *event) {
  struct laglens_event_cell *cell = &ring->cell[ring->tail & MASK];
  if (__atomic_load_n(&cell->turn, __ATOMIC_ACQUIRE) != ring->tail + 1) return false;
  *event = cell->event;
  __atomic_store_n(&cell->turn, ring->tail + LAGLENS_EVENTS, __ATOMIC_RELEASE);
  ring->tail++;
  return true;
}

bool laglens_events_wait(const struct laglens_event_ring *ring) {
  return __atomic_load_n(&ring->cell[ring->tail & MASK].turn, __ATOMIC_ACQUIRE) == ring->tail + 1;
}

void laglens_events_lose(struct laglens_event_ring *ring, uint32_t events) { __atomic_fetch_add(&ring->lost, events, __ATOMIC_RELAXED); }

uint32_t laglens_events_take_lost(struct laglens_event_ring *ring) { return __atomic_exchange_n(&ring->lost, 0, __ATOMIC_RELAXED); }
