#include "open_waits.h"

#include <stddef.h>

struct laglens_wait_place laglens_open_wait_begins(struct laglens_open_waits *waits, uint32_t port, uint32_t function, uint64_t object, uint64_t begin_us) {
  /* Ports differ above their lowest byte; threads begin their search at different places. */
  for (uint32_t i = 0, from = port >> 8; i < LAGLENS_OPEN_WAITS; i++) {
    struct laglens_open_wait *wait = &waits->wait[(from + i) % LAGLENS_OPEN_WAITS];
    uint32_t is_free = 0;
    if (!__atomic_compare_exchange_n(&wait->port, &is_free, port, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) continue;
    uint32_t turn = __atomic_load_n(&wait->turn, __ATOMIC_RELAXED) + 1;
    /* Released one by one: whoever reads one of them sees that the turn before is over. */
    __atomic_store_n(&wait->function, function, __ATOMIC_RELEASE);
    __atomic_store_n(&wait->object, object, __ATOMIC_RELEASE);
    __atomic_store_n(&wait->begin_us, begin_us, __ATOMIC_RELEASE);
    __atomic_store_n(&wait->turn, turn, __ATOMIC_RELEASE);
    return (struct laglens_wait_place){.wait = wait, .turn = turn};
  }
  return (struct laglens_wait_place){.wait = NULL};
}

void laglens_open_wait_ends(struct laglens_wait_place place) {
  uint32_t turn = place.turn;
  if (place.wait == NULL || !__atomic_compare_exchange_n(&place.wait->turn, &turn, turn + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return;
  __atomic_store_n(&place.wait->port, 0, __ATOMIC_RELEASE);
}

bool laglens_open_wait_at(const struct laglens_open_waits *waits, uint32_t at, struct laglens_open_wait *copy) {
  const struct laglens_open_wait *wait = &waits->wait[at];
  uint32_t turn = __atomic_load_n(&wait->turn, __ATOMIC_ACQUIRE);
  if ((turn & 1u) == 0) return false;
  copy->turn = turn;
  copy->port = __atomic_load_n(&wait->port, __ATOMIC_ACQUIRE);
  copy->function = __atomic_load_n(&wait->function, __ATOMIC_ACQUIRE);
  copy->object = __atomic_load_n(&wait->object, __ATOMIC_ACQUIRE);
  copy->begin_us = __atomic_load_n(&wait->begin_us, __ATOMIC_ACQUIRE);
  return __atomic_load_n(&wait->turn, __ATOMIC_ACQUIRE) == turn;
}
