/* Many threads report events at once while one takes them: none may be lost without being counted, none reported twice, and those of
 * one thread stay in order. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../../device-agents/core/facts/event_ring.h"
#include "../../../device-agents/core/link/send_ring.h"
#include "../../../device-agents/core/stream/writer.h"

enum { WRITERS = 4, EACH = 200000 };

static struct laglens_event_ring *ring;

static void *send(void *argument) {
  uint32_t writer = (uint32_t)(size_t)argument;
  for (uint32_t i = 1; i <= EACH; i++) laglens_events_put(ring, &(struct laglens_event){.at_us = i, .kind = writer});
  return NULL;
}

/* Taken at once, events never fill the ring, however many; those beyond a full one are counted. */
static bool alone(void) {
  struct laglens_event event;
  laglens_events_init(ring);
  for (uint32_t i = 1; i <= 3 * LAGLENS_EVENTS; i++) {
    laglens_events_put(ring, &(struct laglens_event){.at_us = i});
    if (!laglens_events_take(ring, &event) || event.at_us != i) return false;
  }
  if (laglens_events_take_lost(ring) != 0) return false;
  for (uint32_t i = 0; i < LAGLENS_EVENTS + 3; i++) laglens_events_put(ring, &(struct laglens_event){.at_us = i});
  return laglens_events_take_lost(ring) == 3;
}

#define CHECK(condition) \
  if (!(condition)) return fprintf(stderr, "line %d: %s\n", __LINE__, #condition), 1

/* A message that is too long is left out. */
static int longest_message(void) {
  struct laglens_writer *writer = calloc(1, sizeof *writer);
  uint32_t length = 0;
  CHECK(writer != NULL);
  /* The number is one byte. */
  laglens_begin(writer, 1);
  for (uint32_t i = 1; i < LAGLENS_WRITER_BYTES; i++) laglens_put(writer, 7);
  /* 72 KiB need three bytes for their length. */
  CHECK(!writer->overflow && laglens_finish(writer, &length) == writer->bytes + 1 && length == 3 + LAGLENS_WRITER_BYTES);
  laglens_begin(writer, 1);
  for (uint32_t i = 0; i < LAGLENS_WRITER_BYTES; i++) laglens_put(writer, 7);
  CHECK(writer->overflow && laglens_finish(writer, &length) == NULL);
  free(writer);
  return 0;
}

/* Samples leave the reserve free. */
static int reserve(void) {
  static struct laglens_ring bytes_ring;
  static const uint8_t bytes[1024];
  uint32_t samples = 0, urgent = 0, piece = 0;
  while (laglens_ring_write(&bytes_ring, bytes, sizeof bytes, false)) samples++;
  CHECK(samples * sizeof bytes == LAGLENS_RING_BYTES - LAGLENS_RING_RESERVE);
  while (laglens_ring_write(&bytes_ring, bytes, sizeof bytes, true)) urgent++;
  CHECK(urgent * sizeof bytes == LAGLENS_RING_RESERVE && bytes_ring.highest == LAGLENS_RING_BYTES);
  /* Beyond the end the ring goes on at its begin. */
  laglens_ring_consume(&bytes_ring, 3 * sizeof bytes);
  CHECK(laglens_ring_write(&bytes_ring, bytes, sizeof bytes, true) && laglens_ring_fill(&bytes_ring) == LAGLENS_RING_BYTES - 2 * sizeof bytes);
  laglens_ring_piece(&bytes_ring, &piece);
  CHECK(piece == LAGLENS_RING_BYTES - 3 * sizeof bytes);
  return 0;
}

int main(void) {
  pthread_t threads[WRITERS];
  uint64_t last[WRITERS] = {0};
  uint32_t taken = 0, lost = 0;
  struct laglens_event event;
  ring = calloc(1, sizeof *ring);
  if (ring == NULL || !alone() || longest_message() || reserve()) return 1;
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
