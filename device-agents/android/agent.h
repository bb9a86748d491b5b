/* The one agent of this library in a process: all it knows, sized once. */
#ifndef LAGLENS_AGENT_H
#define LAGLENS_AGENT_H

#include "../core/event_ring.h"
#include "../core/host_message.h"
#include "../core/runs.h"
#include "../core/stream.h"
#include "capabilities.h"
#include "jvmti_calls.h"
#include "options.h"
#include "threads.h"

#define LAGLENS_AGENT_VERSION "0.1.0"
#ifndef LAGLENS_BUILD_HASH
#define LAGLENS_BUILD_HASH "unversioned"
#endif

enum { LAGLENS_MEMORY_BYTES = 8 << 20, LAGLENS_TASKS = 1024, LAGLENS_IMAGES = 32, LAGLENS_HOOK_NAMES = 512 };

/* One entry of /proc/self/task. */
struct laglens_task {
  int tid;
  char comm[16];
};

/* Everything that has a size, in one mapping; pages come as they are touched. */
struct laglens_memory {
  struct laglens_event_ring events;
  struct laglens_thread threads[LAGLENS_THREADS];
  struct laglens_frame frames[LAGLENS_DEPTH];
  uint32_t path[LAGLENS_DEPTH];
  struct laglens_task tasks[LAGLENS_TASKS];
  char file[8192];
  uint32_t hook_strings[LAGLENS_HOOK_NAMES]; /* strings of the names that the hook numbered */
  struct laglens_stream stream;
};
_Static_assert(sizeof(struct laglens_memory) <= LAGLENS_MEMORY_BYTES, "the agent promises a fixed size");

/* What the agent did since the last `overhead` message. */
struct laglens_costs {
  uint64_t cpu_us; /* of the agent's thread, at the last message */
  uint32_t rounds, walks, skipped, late_rounds;
  uint64_t walk_us;
};

enum laglens_phase { LAGLENS_ASLEEP, LAGLENS_AT_WORK, LAGLENS_STOPPING };

struct laglens_agent {
  laglens_vm vm;
  laglens_jvmti jvmti;
  bool is_art; /* the Android Runtime, on a phone or elsewhere */
  uint32_t phase;
  uint32_t in_flight; /* calls of the app's threads into the agent */
  bool dying;    /* the virtual machine ends: no Java code may be called */
  bool refusing; /* an agent of another build is at work: this one only says so */
  struct laglens_options options;
  struct laglens_memory *memory;
  struct laglens_ability abilities[LAGLENS_ABILITIES];
  bool can[LAGLENS_ABILITIES];
  struct laglens_thread *main;
  int left_cpu;           /* the CPU that is left to main, -1 none */
  uint64_t next_aside_us; /* main's CPU is not asked for before */
  uint32_t next_active, next_resting; /* where the next round of other threads begins */
  uint32_t interval_us, depth, threads_mode, walk_always; /* in force for this host */
  uint32_t ticks_rounds;
  uint32_t quiet_rounds; /* rounds in a row in which no thread had run */
  bool ran_in_round;     /* a thread was found that had, or whose clock is unknown */
  uint64_t next_round_us, last_tick_us, last_second_us;
  struct laglens_costs costs;
  bool connected; /* the stream runs: to a host, or into the ring for the one that is to come */
  bool watching;     /* the app's threads note facts */
  uint64_t watch_us; /* since then */
  uint64_t left_us;  /* when the last host was gone */
};

extern struct laglens_agent laglens_agent;

#endif
