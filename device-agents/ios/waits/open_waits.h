/* Waits for locks that last, reported by the threads that wait: any number of writers that never wait themselves, one reader. */
#ifndef LAGLENS_OPEN_WAITS_H
#define LAGLENS_OPEN_WAITS_H

#include <stdbool.h>
#include <stdint.h>

/* More at once are known when they end. */
enum { LAGLENS_OPEN_WAITS = 128 };

struct laglens_open_wait {
  uint32_t port; /* of the thread; 0: the place is free */
  uint32_t turn; /* odd while the wait lasts */
  uint32_t function; /* number of the hook */
  uint64_t object, begin_us;
};

struct laglens_open_waits {
  struct laglens_open_wait wait[LAGLENS_OPEN_WAITS];
};

/* A thread's place in the table, and which of the waits there is its own. */
struct laglens_wait_place {
  struct laglens_open_wait *wait; /* NULL: the table was full */
  uint32_t turn;
};

struct laglens_wait_place laglens_open_wait_begins(struct laglens_open_waits *waits, uint32_t port, uint32_t function, uint64_t object, uint64_t begin_us);
/* Also on the agent's thread, for a thread that is gone; the second of two ends does nothing. */
void laglens_open_wait_ends(struct laglens_wait_place place);
/* On the agent's thread: the wait at a place, as a copy; false when there is none, or while it changes. */
bool laglens_open_wait_at(const struct laglens_open_waits *waits, uint32_t at, struct laglens_open_wait *copy);

#endif
