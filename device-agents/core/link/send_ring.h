/* Bytes on their way to the host. One thread writes and sends; nothing ever waits for room. */
#ifndef LAGLENS_SEND_RING_H
#define LAGLENS_SEND_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "../sizes.h"

/* The last part is kept for what must not be lost to a flood of samples: borders, waits, ticks, counters. */
enum { LAGLENS_RING_RESERVE = 64 * 1024 };

struct laglens_ring {
  uint32_t head, tail; /* run freely; their difference is the fill */
  uint32_t highest;    /* highest fill since it was last taken */
  uint8_t bytes[LAGLENS_RING_BYTES];
};

void laglens_ring_clear(struct laglens_ring *ring);
uint32_t laglens_ring_fill(const struct laglens_ring *ring);
/* All or nothing; false when there is no room. Only `urgent` bytes may use the reserve. */
bool laglens_ring_write(struct laglens_ring *ring, const uint8_t *bytes, uint32_t length, bool urgent);
/* The longest piece that lies in one; `*length` 0 when empty. */
const uint8_t *laglens_ring_piece(const struct laglens_ring *ring, uint32_t *length);
void laglens_ring_consume(struct laglens_ring *ring, uint32_t length);

#endif
