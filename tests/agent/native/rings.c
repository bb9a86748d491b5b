/* Many threads report events at once while one takes them: none may be lost without being counted, none reported twice, and those of
 * one thread stay in order. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../../device-agents/core/facts/event_ring.h"

enum { WRITERS = 4, EACH = 200000 };

static struct laglens_event_ring *ring;

static void *send(void *argument) {
  uint32_t writer = (uint32_t)(size_t)argument;
  for (uint32_t i = 1; i <= EACH; i++) laglens_events_put(ring, &(struct laglens_event){.at_us = i, .kind = writer});
  return NULL;
}

int main(void) {
  pthread_t threads[WRITERS];
  uint64_t last[WRITERS] = {0};
  uint32_t taken = 0, lost = 0;
  struct laglens_event event;
  ring = calloc(1, sizeof *ring);
  if (ring == NULL) return 1;
  laglens_events_init(ring);
  for (size_t i = 0; i < WRITERS; i++) pthread_create(&threads[i], NULL, send, (void *)i);
  while (taken + lost < WRITERS * EACH) {
    while (laglens_events_take(ring, &event)) {
      if (event.kind >= WRITERS || event.at_us <= last[event.kind]) {
        fprintf(stderr, "writer %u: %llu after %llu\n", event.kind, (unsigned long long)event.at_us, (unsigned long long)last[event.kind]);
        return 1;
      }
      last[event.kind] = event.at_us;
      taken++;
    }
    lost += laglens_events_take_lost(ring);
  }
  for (size_t i = 0; i < WRITERS; i++) pthread_join(threads[i], NULL);
  bool more = laglens_events_take(ring, &event);
  free(ring);
  return more || taken == 0 ? 1 : 0;
}
