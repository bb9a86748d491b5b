#include "threads.h"

#include <errno.h>
#include <semaphore.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel.h"

static struct thread threads[MAX_THREADS];
static atomic_uint generations[MAX_THREADS];
static atomic_ullong next_id = 0x5001;
static _Thread_local struct thread *self;
static pthread_key_t leaving;

/* Port names differ from thread ids, and a name is not used again soon: mixing them up shows. */
static uint32_t port_of(unsigned index, unsigned generation) { return (generation & 0xff) << 16 | (index + 1) << 4 | 3; }

bool is_main_thread(const struct thread *thread) { return thread == &threads[0]; }
struct thread *thread_self(void) { return self; }

struct thread *thread_by_port(uint32_t port) {
  unsigned index = (port >> 4 & 0xfff) - 1;
  return port != 0 && index < MAX_THREADS && atomic_load(&threads[index].port) == port ? &threads[index] : NULL;
}

void threads_each(void (*each)(struct thread *thread, void *context), void *context) {
  for (unsigned i = 0; i < MAX_THREADS; i++)
    if (atomic_load(&threads[i].port) != 0 && threads[i].tid != 0) each(&threads[i], context);
}

static struct thread *take_place(void) {
  for (unsigned i = 0; i < MAX_THREADS; i++) {
    unsigned none = 0;
    uint32_t port = port_of(i, atomic_load(&generations[i]) + 1);
    if (!atomic_compare_exchange_strong(&threads[i].port, &none, port)) continue;
    atomic_fetch_add(&generations[i], 1);
    int files[] = {atomic_load(&threads[i].state_file), atomic_load(&threads[i].call_file)};
    for (int each = 0; each < 2; each++)
      if (files[each] > 0) close(files[each]);
    memset((char *)&threads[i] + sizeof threads[i].port, 0, sizeof threads[i] - sizeof threads[i].port);
    threads[i].id = atomic_fetch_add(&next_id, 1);
    return &threads[i];
  }
  return NULL;
}

void thread_forget(struct thread *thread) {
  thread->tid = 0;
  atomic_store(&thread->port, 0);
}

static void become(struct thread *thread) {
  pthread_attr_t attributes;
  void *bottom = NULL;
  self = thread;
  thread->handle = pthread_self();
  if (pthread_getattr_np(thread->handle, &attributes) == 0) {
    pthread_attr_getstack(&attributes, &bottom, &thread->stack_bytes);
    pthread_attr_destroy(&attributes);
  }
  thread->stack_top = (uintptr_t)bottom + thread->stack_bytes;
  thread->tid = (int)syscall(SYS_gettid);
}

/* Also when a thread leaves by pthread_exit. A joinable one keeps its place, and so its pthread_t, until it is joined. */
static void leave(void *value) {
  struct thread *thread = value;
  thread->tid = 0;
  thread->ended = true;
  if (thread->detached) thread_forget(thread);
}

void threads_begin(void) {
  pthread_key_create(&leaving, leave);
  become(take_place());
}

static void *begin(void *value) {
  struct thread *thread = value;
  become(thread);
  atomic_store(&thread->begun, 1);
  wake_word(&thread->begun, 1);
  pthread_setspecific(leaving, thread);
  return thread->start(thread->argument);
}

int thread_start(struct thread **out, void *(*start)(void *), void *argument, size_t stack_bytes, bool detached) {
  struct thread *thread = take_place();
  pthread_attr_t attributes;
  pthread_t handle;
  if (thread == NULL) return EAGAIN;
  thread->start = start;
  thread->argument = argument;
  thread->detached = detached;
  pthread_attr_init(&attributes);
  if (stack_bytes >= 65536) pthread_attr_setstacksize(&attributes, stack_bytes);
  if (detached) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (out != NULL) *out = thread;
  int error = pthread_create(&handle, &attributes, begin, thread);
  pthread_attr_destroy(&attributes);
  if (error != 0) thread_forget(thread);
  else if (!detached) thread->handle = handle;
  /* Who has a thread's port can suspend it at once. */
  while (error == 0 && atomic_load(&thread->begun) == 0) wait_on_word(&thread->begun, 0, 0);
  return error;
}
