/* The one agent of this library in a process: all it knows, sized once. */
#ifndef LAGLENS_AGENT_H
#define LAGLENS_AGENT_H

#include "../core/facts/capture.h"
#include "../core/stream/runs.h"
#include "attach/attach_options.h"
#include "attach/capabilities.h"
#include "looper/message_use.h"
#include "vm/jvmti_calls.h"
#include "vm/threads.h"

enum { LAGLENS_MEMORY_BYTES = 8 << 20, LAGLENS_TASKS = 1024, LAGLENS_IMAGES = 32, LAGLENS_HOOK_NAMES = 512 };

/* One entry of /proc/self/task. */
struct laglens_task {
  int tid;
  char comm[16];
};

/* Everything that has a size, in one mapping; pages come as they are touched. */
struct laglens_memory {
  struct laglens_event_ring events;
  struct laglens_use_ring uses;
  struct laglens_thread_table threads;
  struct laglens_frame frames[LAGLENS_DEPTH];
  uint32_t path[LAGLENS_DEPTH];
  struct laglens_task tasks[LAGLENS_TASKS];
  char file[8192];
  uint32_t hook_strings[LAGLENS_HOOK_NAMES]; /* strings of the names that the hook numbered */
  struct laglens_stream stream;
};
_Static_assert(sizeof(struct laglens_memory) <= LAGLENS_MEMORY_BYTES, "the agent promises a fixed size");

enum laglens_phase { LAGLENS_ASLEEP, LAGLENS_AT_WORK, LAGLENS_STOPPING };

struct laglens_agent {
  laglens_vm vm;
  laglens_jvmti jvmti;
  bool is_art; /* the Android Runtime, on a phone or elsewhere */
  uint32_t phase;
  uint32_t in_flight; /* calls of the app's threads into the agent */
  bool dying;    /* the virtual machine ends: no Java code may be called */
  bool refusing; /* an agent of another build is at work: this one only says so */
  struct laglens_attach_options options;
  struct laglens_memory *memory;
  struct laglens_ability abilities[LAGLENS_ABILITIES];
  bool can[LAGLENS_ABILITIES];
  bool reads_code; /* the byte code of methods, for places in it */
  struct laglens_thread *main;
  int left_cpu;           /* the CPU that is left to main, -1 none */
  uint64_t next_yield_us; /* main's CPU is not asked for before */
  uint32_t main_turns;    /* how often main had got a processor at its last sample; 0 unknown */
  uint32_t yield_turns;   /* the same when its CPU was asked for */
  uint32_t next_active, next_resting; /* where the next round of other threads begins */
  uint64_t all_us;        /* CPU time of the process, of which the agent's clock need not be asked again */
  uint64_t others_us;     /* CPU time beside the agent's when all threads were last due for a sample */
  uint32_t samples_left;  /* threads still due for a sample */
  uint32_t code_kilobytes; /* of the process at the last second; 0 unknown */
  uint32_t delay_files;   /* open files of threads' delays */
  int main_delay_fd;      /* main's of them, read by itself, too; 0 none */
  struct laglens_capture capture;
  uint64_t owner_us;      /* when a thread was last seen that holds what another one waits for */
  bool watching;     /* the app's threads note facts */
  uint64_t watch_us; /* since then */
  uint64_t left_us;  /* when the last host was gone */
};

extern struct laglens_agent laglens_agent;

#endif
