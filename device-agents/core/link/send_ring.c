#include "send_ring.h"

enum { MASK = LAGLENS_RING_BYTES - 1 };

void laglens_ring_clear(struct laglens_ring *ring) {
  ring->head = ring->tail = 0;
  ring->highest = 0;
}

uint32_t laglens_ring_fill(const struct laglens_ring *ring) { return ring->head - ring->tail; }

bool laglens_ring_write(struct laglens_ring *ring, const uint8_t *bytes, uint32_t length, bool urgent) {
  uint32_t limit = urgent ? LAGLENS_RING_BYTES : LAGLENS_RING_BYTES - LAGLENS_RING_RESERVE;
  uint32_t fill = laglens_ring_fill(ring);
  if (fill > limit || length > limit - fill) return false;
  for (uint32_t i = 0; i < length; i++) ring->bytes[(ring->head + i) & MASK] = bytes[i];
  ring->head += length;
  if (fill + length > ring->highest) ring->highest = fill + length;
  return true;
}

const uint8_t *laglens_ring_piece(const struct laglens_ring *ring, uint32_t *length) {
  uint32_t start = ring->tail & MASK;
  uint32_t fill = laglens_ring_fill(ring);
  *length = fill < LAGLENS_RING_BYTES - start ? fill : LAGLENS_RING_BYTES - start;
  return ring->bytes + start;
}

void laglens_ring_consume(struct laglens_ring *ring, uint32_t length) { ring->tail += length; }
