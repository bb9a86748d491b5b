/* Threads enter waits and leave them while one reads the table: what it reads is one wait, never parts of two. Then the table is filled, and
 * the place of a thread that is gone is another one's, which the late end of the first leaves alone. Its exit code says what went wrong. */
#include <pthread.h>
#include <stddef.h>

#include "../../../device-agents/ios/waits/open_waits.h"

enum { WRITERS = 4, EACH = 100000 };

static struct laglens_open_waits waits;
static uint32_t working = WRITERS;

static void *wait_often(void *argument) {
  uint32_t port = (uint32_t)(size_t)argument;
  for (uint64_t i = 1; i <= EACH; i++) {
    laglens_open_wait_ends(laglens_open_wait_begins(&waits, port, (uint32_t)i % 7, i << 8 | port, i * 3));
  }
  __atomic_fetch_sub(&working, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

static bool is_whole(const struct laglens_open_wait *wait) {
  uint64_t i = wait->object >> 8;
  return (wait->object & 255) == wait->port && wait->begin_us == i * 3 && wait->function == i % 7;
}

static uint32_t count(void) {
  struct laglens_open_wait wait;
  uint32_t open = 0;
  for (uint32_t at = 0; at < LAGLENS_OPEN_WAITS; at++) open += laglens_open_wait_at(&waits, at, &wait) ? 1 : 0;
  return open;
}

static int race(void) {
  pthread_t threads[WRITERS];
  struct laglens_open_wait wait;
  /* They share the first places, as their ports differ in the lowest byte only. */
  for (size_t i = 0; i < WRITERS; i++) pthread_create(&threads[i], NULL, wait_often, (void *)(i + 1));
  while (__atomic_load_n(&working, __ATOMIC_SEQ_CST) > 0) {
    for (uint32_t at = 0; at < WRITERS; at++) {
      if (laglens_open_wait_at(&waits, at, &wait) && !is_whole(&wait)) return 1;
    }
  }
  for (size_t i = 0; i < WRITERS; i++) pthread_join(threads[i], NULL);
  return count() == 0 ? 0 : 2;
}

int main(void) {
  struct laglens_wait_place places[LAGLENS_OPEN_WAITS];
  int failed = race();
  if (failed != 0) return failed;
  for (uint32_t i = 0; i < LAGLENS_OPEN_WAITS; i++) {
    places[i] = laglens_open_wait_begins(&waits, (i + 1) << 8, 0, i, 1);
    if (places[i].wait == NULL) return 4;
  }
  struct laglens_wait_place none = laglens_open_wait_begins(&waits, 7 << 8, 0, 0, 1);
  laglens_open_wait_ends(none);
  if (none.wait != NULL || count() != LAGLENS_OPEN_WAITS) return 5;
  laglens_open_wait_ends(places[5]);
  struct laglens_wait_place other = laglens_open_wait_begins(&waits, 0xabc00, 2, 77, 88);
  if (other.wait != places[5].wait) return 6;
  laglens_open_wait_ends(places[5]);
  return count() == LAGLENS_OPEN_WAITS ? 0 : 7;
}
