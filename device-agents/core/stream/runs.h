/* Equal neighbours become one run: what was seen of a thread, and what of it the host has to know. */
#ifndef LAGLENS_RUNS_H
#define LAGLENS_RUNS_H

#include "../maybe.h"
#include "../system.h"
#include "stream.h"

/* Thread states on the wire (field `state` of `sample`). */
enum {
  LAGLENS_RUNNING = 0,
  LAGLENS_BLOCKED = 1,
  LAGLENS_WAITING = 2,
  LAGLENS_PARKED = 3,
  LAGLENS_SLEEPING = 4,
  LAGLENS_IN_NATIVE = 5,
  LAGLENS_SUSPENDED = 6,
  LAGLENS_IN_KERNEL = 7,
  LAGLENS_IN_KERNEL_FOR_GOOD = 8, /* not to be interrupted */
  LAGLENS_IN_RUNTIME = 9, /* waits for the virtual machine itself */
  /* Waits to read or write: */
  LAGLENS_ON_FILE = 10, /* a path, which is a device's never */
  LAGLENS_ON_PIPE = 11,
  LAGLENS_ON_NETWORK = 12,
  LAGLENS_ON_LOCAL_SOCKET = 13
};

/* A run that used CPU is announced again when this much time went by: below 50 ms even at the longest interval. */
enum { LAGLENS_ANNOUNCE_US = 29000 };

/* What is known of a thread's open run. All zero: none is open. */
struct laglens_run {
  bool open;
  bool cpu_known;
  bool allocated_known;
  uint32_t node;
  uint32_t state;
  uint32_t merged; /* samples since the last announcement */
  uint64_t seen_us;
  uint64_t announced_us;
  uint64_t begin_us; /* when the run was opened */
  bool was_reported; /* to the host before: a run of this state and CPU time that began at `begin_us` */
  struct laglens_cpu_time cpu;
  uint64_t announced_cpu_us;
  uint64_t allocated, announced_allocated; /* as in `laglens_sample` */
};

/* One sample of a thread. */
struct laglens_sample {
  uint32_t thread;
  uint32_t node;
  uint32_t state;
  uint64_t at_us;
  bool cpu_known;
  struct laglens_cpu_time cpu;
  struct laglens_maybe allocated; /* bytes of all objects that the thread made so far, counted from any time on */
};

/* A new host knows of no run. The next one of a thread that stood still all the while has the begin that it had. */
void laglens_run_forget(struct laglens_run *run);
/* The run's node means nothing from here on. The thread is walked at its next sample: a run of the same stack then goes on in time and
 * CPU time. */
void laglens_run_pause(struct laglens_stream *stream, struct laglens_run *run, uint32_t thread);
/* True when the thread used no CPU since it was last seen: its stack is the same, nobody need walk it. */
bool laglens_run_stands_still(const struct laglens_run *run, bool cpu_known, const struct laglens_cpu_time *cpu);
/* The thread was not walked as it stands still: the run goes on. */
void laglens_run_goes_on(struct laglens_run *run, uint64_t at_us);
/* What a thread that stands still has made so far: what comes to that is reported. */
void laglens_run_counts_from(struct laglens_run *run, struct laglens_maybe allocated);
/* The thread was walked: continues the run or opens the next one, and reports what the host must know by now. */
void laglens_run_seen(struct laglens_stream *stream, struct laglens_run *run, const struct laglens_sample *sample);

#endif
