/* The one agent of a process: all it knows, sized once. It stays until the process ends. */
#ifndef LAGLENS_AGENT_H
#define LAGLENS_AGENT_H

#include "../core/facts/capture.h"
#include "../core/facts/facts.h"
#include "../core/stream/runs.h"
#include "darwin/mach.h"
#include "dyld/images.h"
#include "link/start_options.h"
#include "sampling/threads.h"
#include "system/thrift.h"
#include "waits/blocking_ring.h"
#include "waits/open_waits.h"

enum { LAGLENS_MEMORY_BYTES = 8 << 20 };

/* Everything that has a size, in one mapping; pages come as they are touched. */
struct laglens_memory {
  struct laglens_event_ring events;
  struct laglens_blocking_ring blocking;
  struct laglens_thread threads[LAGLENS_THREADS];
  struct laglens_images images;
  uintptr_t frames[LAGLENS_DEPTH]; /* the stack that was just read, innermost first */
  uintptr_t places[LAGLENS_DEPTH]; /* the same as places in code */
  uint32_t path[LAGLENS_DEPTH];
  struct laglens_stream stream;
};
_Static_assert(sizeof(struct laglens_memory) <= LAGLENS_MEMORY_BYTES, "the agent promises a fixed size");

enum laglens_ability_id {
  LAGLENS_CAN_MESSAGES,
  LAGLENS_CAN_FRAMES,
  LAGLENS_CAN_BLOCKING,
  LAGLENS_CAN_QUEUES,
  LAGLENS_ABILITIES
};

struct laglens_agent {
  struct laglens_start_options options;
  struct laglens_memory *memory; /* NULL until the agent begins */
  struct laglens_open_waits waits;
  struct laglens_capture capture;
  struct laglens_thrift thrift;
  uint32_t asked_interval_us;
  struct laglens_ability abilities[LAGLENS_ABILITIES];
  laglens_port own_port, main_port; /* main: 0 unknown */
  struct laglens_thread *main;
  uint64_t loaded_us;
  uint64_t seen_us, asleep_us;  /* when they were last read; 0: there was none */
  uint64_t cpu_seen_us, cpu_us; /* CPU time of the process, and when it was asked for */
};

extern struct laglens_agent laglens_agent;

#endif
