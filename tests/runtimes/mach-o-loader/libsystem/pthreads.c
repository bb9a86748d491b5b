/* pthreads, but for their locks. A pthread_t of Mach-O code is a `struct thread`. */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "../census.h"
#include "../kernel/kernel.h"
#include "../dyld/symbols.h"
#include "../kernel/threads.h"

/* pthread_attr_t has 64 bytes there. */
struct attributes {
  uint64_t signature;
  size_t stack_bytes;
  int detached;
};
enum { ATTRIBUTES_SIGNATURE = 0x54484441, CREATE_JOINABLE = 1, CREATE_DETACHED = 2 };

static int attr_init(struct attributes *attributes) {
  *attributes = (struct attributes){ATTRIBUTES_SIGNATURE, 0, CREATE_JOINABLE};
  return 0;
}
static int attr_destroy(struct attributes *attributes) {
  attributes->signature = 0;
  return 0;
}
static int attr_setdetachstate(struct attributes *attributes, int state) {
  attributes->detached = state;
  return 0;
}
static int attr_setstacksize(struct attributes *attributes, size_t bytes) {
  attributes->stack_bytes = bytes;
  return 0;
}
static int attr_set_qos_class_np(struct attributes *attributes, unsigned class, int priority) {
  (void)attributes, (void)class, (void)priority;
  return 0;
}

/* 512 KiB, as Darwin gives threads that ask for nothing. */
enum { DEFAULT_STACK = 512 * 1024 };

static int create(struct thread **out, const struct attributes *attributes, void *(*start)(void *), void *argument) {
  bool given = attributes != NULL && attributes->signature == ATTRIBUTES_SIGNATURE;
  size_t stack = given && attributes->stack_bytes > 0 ? attributes->stack_bytes : DEFAULT_STACK;
  return darwin_errno(thread_start(out, start, argument, stack, given && attributes->detached == CREATE_DETACHED));
}

static int join(struct thread *thread, void **value) {
  int error = pthread_join(thread->handle, value);
  if (error == 0) thread_forget(thread);
  return error;
}

static int detach(struct thread *thread) {
  thread->detached = true;
  int error = thread->handle == 0 ? 0 : pthread_detach(thread->handle);
  if (thread->ended) thread_forget(thread);
  return error;
}

static int main_np(void) { return is_main_thread(thread_self()); }
static int equal(const struct thread *a, const struct thread *b) { return a == b; }
static mach_port_t mach_thread_np(const struct thread *thread) { return atomic_load(&thread->port); }

static int setname_np(const char *name) {
  struct thread *thread = thread_self();
  if (strlen(name) >= sizeof thread->name) return 63; /* ENAMETOOLONG */
  strcpy(thread->name, name);
  prctl(PR_SET_NAME, name); /* for ps; the first 15 characters */
  return 0;
}

static int getname_np(const struct thread *thread, char *name, size_t room) {
  if (thread == NULL) return 3; /* ESRCH */
  if (room > 0) {
    strncpy(name, thread->name, room - 1);
    name[room - 1] = '\0';
  }
  return 0;
}

static void *get_stackaddr_np(const struct thread *thread) { return (void *)thread->stack_top; }
static size_t get_stacksize_np(const struct thread *thread) { return thread->stack_bytes; }

static int threadid_np(const struct thread *thread, uint64_t *id) {
  *id = (thread == NULL ? thread_self() : thread)->id;
  return 0;
}

/* sys/qos.h, and the base priorities of osfmk/kern/thread_policy.c. */
static int set_qos_class_self_np(unsigned class, int relative) {
  static const struct {
    unsigned class;
    int priority;
  } classes[] = {{0x21, 47}, {0x19, 37}, {0x15, 31}, {0x11, 20}, {0x09, 4}};
  for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++) {
    if (classes[i].class != class) continue;
    atomic_store(&thread_self()->priority, classes[i].priority + relative);
    return 0;
  }
  return EINVAL;
}

/* pthread_once_t: a word that says whether it was done, behind a signature. */
struct once {
  uint64_t signature;
  atomic_int state;
};

static int once(struct once *control, void (*function)(void)) {
  int fresh = 0;
  if (atomic_compare_exchange_strong(&control->state, &fresh, 1)) {
    function();
    atomic_store(&control->state, 2);
    wake_word(&control->state, 1 << 30);
  }
  while (atomic_load(&control->state) != 2) wait_on_word(&control->state, 1, 0);
  return 0;
}

const struct symbol pthread_symbols[] = {
    FUNCTION(pthread_attr_init, attr_init),
    FUNCTION(pthread_attr_destroy, attr_destroy),
    FUNCTION(pthread_attr_setdetachstate, attr_setdetachstate),
    FUNCTION(pthread_attr_setstacksize, attr_setstacksize),
    FUNCTION(pthread_attr_set_qos_class_np, attr_set_qos_class_np),
    FUNCTION(pthread_create, create),
    FUNCTION(pthread_join, join),
    FUNCTION(pthread_detach, detach),
    FUNCTION(pthread_self, thread_self),
    FUNCTION(pthread_equal, equal),
    FUNCTION(pthread_main_np, main_np),
    FUNCTION(pthread_mach_thread_np, mach_thread_np),
    FUNCTION(pthread_from_mach_thread_np, thread_by_port),
    FUNCTION(pthread_setname_np, setname_np),
    FUNCTION(pthread_getname_np, getname_np),
    FUNCTION(pthread_get_stackaddr_np, get_stackaddr_np),
    FUNCTION(pthread_get_stacksize_np, get_stacksize_np),
    FUNCTION(pthread_threadid_np, threadid_np),
    FUNCTION(pthread_set_qos_class_self_np, set_qos_class_self_np),
    FUNCTION(pthread_once, once),
    END_OF_SYMBOLS,
};
