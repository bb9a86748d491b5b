/* The app's threads, one slot each. A thread announces itself in its own ThreadStart, where its kernel id can be had; threads
 * that are older than the agent are listed once. */
#ifndef LAGLENS_THREADS_H
#define LAGLENS_THREADS_H

#include "../../core/stream/runs.h"
#include "jvmti_calls.h"

enum { LAGLENS_THREADS = 512 };

enum laglens_slot_state { LAGLENS_SLOT_FREE, LAGLENS_SLOT_TAKEN, LAGLENS_SLOT_LIVE, LAGLENS_SLOT_ENDED };
enum { LAGLENS_THREAD_MAIN = 1, LAGLENS_THREAD_DAEMON = 2, LAGLENS_THREAD_OWN = 4 };

/* Written by the thread itself, read by the sampler: `turn` is odd while it waits, and moves at each begin and end. */
struct laglens_wait {
  uint32_t turn;
  uint32_t kind; /* field `kind` of `waitBegin` */
  uint64_t begin_us, end_us;
  jobject object; /* weak; whoever takes it by exchange deletes it */
};

struct laglens_thread;

/* What this host knows of a thread's wait. */
struct laglens_reported_wait {
  uint32_t turn; /* of the wait, 0 none; see waits.c for one that is known from samples only */
  uint32_t kind;
  bool announced;
  uint32_t object;    /* string: its class */
  jobject object_ref; /* weak, NULL unknown */
  uint32_t asked;  /* how often the owner was asked for */
  uint32_t owner;  /* thread that held it when last asked, 0 unknown */
  struct laglens_thread *owner_slot; /* its slot then, which may be another thread's by now */
  uint32_t node_owner, owner_node; /* the last stack of an owner that the host has, and whose it is */
  uint64_t begin_us, asked_us;
};

/* Bytes that the thread with this pointer allocated while they were counted; see allocations_art.h. */
struct laglens_counter {
  uintptr_t owner; /* 0 nobody */
  uintptr_t bytes;
};

/* What this host knows of a thread's time without a processor. */
struct laglens_reported_delay {
  int fd; /* of its schedstat, 0 none */
  bool known;
  uint64_t us;        /* the kernel's sum at the last sample */
  uint64_t cpu_us;    /* CPU time then */
  uint64_t begin_us, at_us; /* the time before that sample */
  uint64_t open_us;   /* part of it neither on CPU nor counted as without a processor */
};

struct laglens_thread {
  uint32_t state; /* laglens_slot_state */
  uint32_t id;    /* on the wire, from 1, never used again */
  int tid;        /* kernel id, 0 unknown */
  jthread ref;    /* global */
  struct laglens_counter *counter; /* of what it allocates, NULL none yet; set by the thread itself */
  uint64_t ended_us;
  struct laglens_wait wait;
  /* From here on the agent's thread only. */
  uint32_t flags;
  bool described;
  bool reported;
  bool active; /* it ran between the last two samples */
  bool was_empty; /* it had no Java frame at least once */
  uint32_t chain_round; /* the round in which main waited for it, or for one that waits for it */
  uint32_t skipped, skip_most; /* see skips_idle_thread in sampler.c */
  uint64_t postponed_us; /* since its last walk it stood where it is since then, without being walked; 0 no */
  struct laglens_cpu_time postponed_cpu;
  int reported_tid;
  int priority, reported_priority; /* of the kernel, 0 unknown */
  uintptr_t counted;  /* what its counter said last */
  uint64_t allocated; /* the same, as it would be had it never started over */
  char name[64];
  char group[32];
  struct laglens_run run;
  struct laglens_reported_wait reported_wait;
  struct laglens_reported_delay delay;
};

/* The slots, and who may take one. Part of the agent's memory: each life of the agent has its own. */
struct laglens_thread_table {
  uint32_t claiming; /* one claim at a time: a thread can start while the list of threads is read */
  uint32_t used;     /* slots that were ever taken: the rest need not be read */
  uint32_t changes;  /* counts threads that came, ended or are to be reported again */
  uint32_t reported_changes; /* the agent's thread only */
  uint32_t unplaced; /* threads that found no slot since all were listed last */
  uint32_t most_unplaced; /* of all listings; the agent's thread only */
  struct laglens_thread slots[LAGLENS_THREADS];
};

struct laglens_agent;

/* Begins to listen to thread starts and ends, and lists the threads there are. On the agent's thread. */
void laglens_threads_begin(struct laglens_agent *agent, laglens_jni jni);
/* Stops listening to thread starts and ends. */
void laglens_threads_unwatch(struct laglens_agent *agent);
/* Lets go of every thread, once the agent is no longer at work. */
void laglens_threads_end(struct laglens_agent *agent, laglens_jni jni);
/* Where slots are free again: lists threads that found none, and says how many there were. Also without a host: threads come and go. */
void laglens_threads_place(struct laglens_agent *agent, laglens_jni jni);
/* The calling thread, NULL unknown; notes its kernel id by the way. */
struct laglens_thread *laglens_thread_self(void);
/* The slot of a thread, NULL unknown. */
struct laglens_thread *laglens_thread_of(struct laglens_agent *agent, jthread thread);
/* Whether a thread may be new, renamed or gone since `laglens_threads_report`. Kernel ids and priorities may be others all the same. */
bool laglens_threads_changed(const struct laglens_agent *agent);
/* Reports what is new, renamed or gone. */
void laglens_threads_report(struct laglens_agent *agent, laglens_jni jni);
/* Checks whether one thread (another at each call) was renamed. */
void laglens_threads_check_name(struct laglens_agent *agent, laglens_jni jni);
/* Reads the priority of a thread again. */
void laglens_thread_read_priority(struct laglens_thread *thread);
/* Marks the main thread. */
void laglens_threads_set_main(struct laglens_agent *agent, struct laglens_thread *thread);
/* How many slots, from the first on, can hold a thread. */
uint32_t laglens_threads_used(const struct laglens_agent *agent);
/* True while threads have no slot. */
bool laglens_threads_full(const struct laglens_agent *agent);
/* What was seen of threads is over: nothing goes on from it. */
void laglens_threads_forget_runs(struct laglens_agent *agent);
/* A new host knows nothing. */
void laglens_threads_forget_reported(struct laglens_agent *agent, laglens_jni jni);

/* Callbacks of the virtual machine, on the thread itself. */
void laglens_on_thread_start(laglens_jvmti jvmti, laglens_jni jni, jthread thread);
void laglens_on_thread_end(laglens_jvmti jvmti, laglens_jni jni, jthread thread);

#endif
