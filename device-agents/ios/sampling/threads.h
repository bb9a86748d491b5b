/* The threads of the process, as the kernel lists them. One slot each. */
#ifndef LAGLENS_THREADS_H
#define LAGLENS_THREADS_H

#include "../../core/stream/runs.h"
#include "../darwin/mach.h"

enum { LAGLENS_THREADS = 512, LAGLENS_THREAD_NAME_BYTES = 64 };
enum { LAGLENS_THREAD_MAIN = 1, LAGLENS_THREAD_OWN = 4 };

/* `port` 0: the slot is free. The agent holds a right to the port, so its name is not used again. */
struct laglens_thread {
  laglens_port port;
  uint32_t id;         /* on the wire, from 1, never used again */
  uint64_t kernel_id;  /* unique in the system, 0 unknown */
  uint64_t queue_at;   /* where the thread keeps the queue that it serves, 0 unknown */
  uintptr_t stack_low, stack_high; /* 0 unknown */
  uint32_t flags;
  uint32_t added, listed; /* turns of the lists that it was first on, and last */
  uint8_t priority; /* of the kernel, 0 to 127, as its quality of service has it; 0 unknown */
  bool gone;       /* it has ended; the slot stays for one more list */
  bool reported;
  bool active; /* it ran between the last two samples */
  char name[LAGLENS_THREAD_NAME_BYTES];
  char queue[LAGLENS_THREAD_NAME_BYTES];
  struct laglens_run run;
};

struct laglens_agent;

/* Finds who is new, and what is called otherwise; reports it. Never while a thread is suspended. */
void laglens_threads_list(struct laglens_agent *agent);
/* Reports those that were not on the last list, and forgets them one list later: what they held until their end may be waited for still. */
void laglens_threads_retire(struct laglens_agent *agent);
/* A new host knows nothing. */
void laglens_threads_forget_reported(struct laglens_agent *agent);
/* No run goes on: the next sample of each thread opens one. */
void laglens_threads_forget_runs(struct laglens_agent *agent);
/* How many slots, from the first on, can hold a thread; how many threads there are; whether one found no slot. */
uint32_t laglens_threads_used(void);
uint32_t laglens_threads_count(void);
bool laglens_threads_full(void);
/* The slot of a port, NULL unknown. */
struct laglens_thread *laglens_thread_of(struct laglens_agent *agent, laglens_port port);

#endif
