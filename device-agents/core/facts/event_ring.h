/* Facts that the app's own threads report: any number of writers that never wait, one reader (the agent's thread). */
#ifndef LAGLENS_EVENT_RING_H
#define LAGLENS_EVENT_RING_H

#include <stdbool.h>
#include <stdint.h>

enum { LAGLENS_EVENTS = 1 << 12 };

enum laglens_event_kind {
  LAGLENS_EVENT_MESSAGE_BEGIN,
  LAGLENS_EVENT_MESSAGE_END,
  LAGLENS_EVENT_GC_BEGIN,
  LAGLENS_EVENT_GC_END,
  LAGLENS_EVENT_LIFECYCLE, /* what: the phase */
  LAGLENS_EVENT_SCREEN, /* target: name, callback: id, what: kind, and 0x100 when it begins */
  LAGLENS_EVENT_LATE_FRAME /* target: by how much, callback: time of one frame, both in us; what: 1 for the first frame of a window */
};

struct laglens_event {
  uint64_t at_us;
  uint32_t kind;
  uint32_t target, callback; /* of messages: what the hook calls the classes, or the mode */
  int32_t what;
};

struct laglens_event_cell {
  uint32_t turn; /* whose turn it is at this cell: the writer's (its position) or the reader's (its position + 1) */
  struct laglens_event event;
};

struct laglens_event_ring {
  uint32_t head, tail;
  uint32_t lost;
  struct laglens_event_cell cell[LAGLENS_EVENTS];
};

void laglens_events_init(struct laglens_event_ring *ring);
/* From any thread; counts the event as lost when the ring is full. */
void laglens_events_put(struct laglens_event_ring *ring, const struct laglens_event *event);
/* From the agent's thread; false when there is none. */
bool laglens_events_take(struct laglens_event_ring *ring, struct laglens_event *event);
/* From the agent's thread: whether there is one to take. */
bool laglens_events_wait(const struct laglens_event_ring *ring);
/* From any thread: so many were lost before they got here. */
void laglens_events_lose(struct laglens_event_ring *ring, uint32_t events);
/* Events lost since the last call. */
uint32_t laglens_events_take_lost(struct laglens_event_ring *ring);

#endif
