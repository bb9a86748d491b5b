/* Calls that waited, each with its stack, reported by the threads that made them: any number of writers that never wait, one reader. */
#ifndef LAGLENS_BLOCKING_RING_H
#define LAGLENS_BLOCKING_RING_H

#include <stdbool.h>
#include <stdint.h>

enum { LAGLENS_BLOCKING_CALLS = 64, LAGLENS_BLOCKING_DEPTH = 512, LAGLENS_BLOCKING_OBJECT_BYTES = 160 };

struct laglens_blocking_call {
  uint64_t begin_us, end_us;
  uint32_t port; /* of the thread */
  uint32_t owner_port;
  uint32_t function; /* number of the hook */
  uint32_t depth;
  char object[LAGLENS_BLOCKING_OBJECT_BYTES];
  uintptr_t frames[LAGLENS_BLOCKING_DEPTH]; /* innermost first; all of them return addresses */
};

enum laglens_cell_state { LAGLENS_CELL_FREE, LAGLENS_CELL_TAKEN, LAGLENS_CELL_FULL };

struct laglens_blocking_ring {
  uint32_t lost;
  uint32_t state[LAGLENS_BLOCKING_CALLS]; /* laglens_cell_state */
  struct laglens_blocking_call call[LAGLENS_BLOCKING_CALLS];
};

/* A cell to fill in, NULL (and counted as lost) when there is none; then `laglens_blocking_put`. */
struct laglens_blocking_call *laglens_blocking_cell(struct laglens_blocking_ring *ring);
void laglens_blocking_put(struct laglens_blocking_ring *ring, struct laglens_blocking_call *call);
/* The next full cell after `*at`, NULL none; then `laglens_blocking_free`. */
struct laglens_blocking_call *laglens_blocking_take(struct laglens_blocking_ring *ring, uint32_t *at);
void laglens_blocking_free(struct laglens_blocking_ring *ring, struct laglens_blocking_call *call);

#endif
