/* What a message of the main looper used, measured by main itself where it begins and ends. */
#ifndef LAGLENS_MESSAGE_USE_H
#define LAGLENS_MESSAGE_USE_H

#include <stdbool.h>
#include <stdint.h>

/* Shorter messages are left out, unless they waited in the queue; of those one in this time. A message is due in whole milliseconds. */
enum { LAGLENS_USE_LONG_US = 8000, LAGLENS_USE_QUEUED_US = 16000 };

/* At most two in 8 ms, and a round takes in all: room for a second of them. */
enum { LAGLENS_USES = 256 };

struct laglens_message_use {
  uint64_t begin_us, end_us;
  uint64_t cpu_us;
  uint64_t ready_us;
  uint64_t queued_us;
  uint32_t major_faults, voluntary, involuntary;
  bool ready_known, queued_known;
};

/* One writer (main), one reader (the agent's thread). */
struct laglens_use_ring {
  uint32_t head, tail;
  struct laglens_message_use use[LAGLENS_USES];
};

struct laglens_agent;
struct laglens_memory;

/* Main begins a message. */
void laglens_use_begins(uint64_t now_us);
/* Main ended it; `due_ms` is its Message.when, 0 unknown. Before its end is noted: then the host hears of the use first. */
void laglens_use_ends(struct laglens_memory *memory, uint64_t now_us, int64_t due_ms);
/* Reports the uses noted so far; without a host they are nobody's. */
void laglens_uses_report(struct laglens_agent *agent);

#endif
