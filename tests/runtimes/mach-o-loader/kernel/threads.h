/* The threads of this process, as the kernel of a phone knows them. All lookups are free of locks: a suspended thread may hold any. */
#ifndef DARWIN_THREADS_H
#define DARWIN_THREADS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* Also what a Mach-O image knows as pthread_t. */
struct thread {
  /* Name of its port; 0 when this place is free. */
  atomic_uint port;
  int tid;
  uint64_t id;
  pthread_t handle;
  char name[64];
  uintptr_t stack_top;
  size_t stack_bytes;
  /* By its quality of service; 0: that of threads that ask for none. */
  atomic_int priority;
  bool detached;
  bool ended;
  atomic_uint begun;
  /* How often it is suspended; what was asked of it, and what it has answered by now (see mach_threads.c). */
  atomic_int suspended;
  atomic_uint asked, answered, changes;
  ucontext_t *volatile context;
  uint64_t suspended_since_ns;
  char state_before;
  /* Its files of the kernel's, where its state and its system call stand; 0 not opened yet. Kept open: samplers ask a thousand times a
     second. */
  atomic_int state_file, call_file;
  /* Its clock, as it was reported last: it never goes back. */
  atomic_ullong reported_cpu_ns;
  /* What suspending it by a signal cost it: a kernel does that without it. */
  atomic_ullong suspending_cpu_ns;
  /* Its clock when the signal came, while it is suspended; 0 otherwise. */
  atomic_ullong stopped_cpu_ns;
  /* Since its clock was last asked for it was suspended; it ran then. */
  atomic_bool was_suspended, was_running;
  /* Where it waited when its clock was last asked for; 0 unknown. */
  atomic_ullong waited_at;
  /* The dispatch queue that it serves, and its run loop. */
  void *queue;
  void *run_loop;
  /* Values of pthread_setspecific are kept by Linux's own pthreads. */
  void *(*start)(void *);
  void *argument;
};

enum { MAX_THREADS = 1024 };

/* The main thread registers itself before anything else runs. */
void threads_begin(void);
bool is_main_thread(const struct thread *thread);
struct thread *thread_self(void);
/* NULL when there is none (any more). */
struct thread *thread_by_port(uint32_t port);
/* Calls `each` for the threads that live. */
void threads_each(void (*each)(struct thread *thread, void *context), void *context);
/* Starts a thread; `stack_bytes` 0: as many as Linux gives. Zero or an error of Linux. */
int thread_start(struct thread **out, void *(*start)(void *), void *argument, size_t stack_bytes, bool detached);
/* Frees the place of a thread that has ended or ends now. */
void thread_forget(struct thread *thread);

#endif
