/* Semaphores, groups and what happens later. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include "blocks.h"
#include "dispatch.h"
#include "../kernel/kernel.h"
#include "../dyld/symbols.h"
#include "../kernel/threads.h"

static const uint64_t FOREVER = UINT64_MAX;

static uint64_t ticks_of(uint64_t ns) { return ns / 125 * 3 + ns % 125 * 3 / 125; }
static uint64_t ns_of(uint64_t ticks) { return ticks / 3 * 125 + ticks % 3 * 125 / 3; }

/* `when` 0 is now. */
static uint64_t time_after(uint64_t when, int64_t delta_ns) {
  if (when == FOREVER) return FOREVER;
  uint64_t ns = (when == 0 ? monotonic_ns() : ns_of(when)) + (uint64_t)delta_ns;
  return ticks_of(ns);
}

uint64_t dispatch_deadline_ns(uint64_t time) { return time == FOREVER ? 0 : time == 0 ? 1 : ns_of(time); }

struct semaphore {
  const void *isa;
  atomic_int value;
};

static struct semaphore *semaphore_create(long value) {
  struct semaphore *semaphore = calloc(1, sizeof *semaphore);
  atomic_store(&semaphore->value, (int)value);
  return semaphore;
}

static long semaphore_wait(struct semaphore *semaphore, uint64_t timeout) {
  uint64_t until_ns = dispatch_deadline_ns(timeout);
  for (;;) {
    int value = atomic_load(&semaphore->value);
    if (value > 0 && atomic_compare_exchange_strong(&semaphore->value, &value, value - 1)) return 0;
    if (value <= 0 && wait_on_word(&semaphore->value, (uint32_t)value, until_ns) != 0) return 49; /* KERN_OPERATION_TIMED_OUT */
  }
}

static long semaphore_signal(struct semaphore *semaphore) {
  atomic_fetch_add(&semaphore->value, 1);
  wake_word(&semaphore->value, 1);
  return 1;
}

/* dispatch_group_notify is left out: nothing here asks for it. */
struct group {
  const void *isa;
  atomic_uint inside;
};

struct group_work {
  struct group *group;
  void *block;
};

static struct group *group_create(void) { return calloc(1, sizeof(struct group)); }
static void group_enter(struct group *group) { atomic_fetch_add(&group->inside, 1); }
static void group_leave(struct group *group) {
  if (atomic_fetch_sub(&group->inside, 1) == 1) wake_word(&group->inside, 1 << 30);
}

static long group_wait(struct group *group, uint64_t timeout) {
  uint64_t until_ns = dispatch_deadline_ns(timeout);
  for (unsigned inside; (inside = atomic_load(&group->inside)) > 0;)
    if (wait_on_word(&group->inside, inside, until_ns) != 0) return 49;
  return 0;
}

static void run_group_work(void *context) {
  struct group_work *work = context;
  block_invoke(work->block);
  block_release(work->block);
  group_leave(work->group);
  free(work);
}

static void group_async(struct group *group, struct dispatch_queue *queue, const void *block) {
  struct group_work *work = malloc(sizeof *work);
  *work = (struct group_work){group, block_copy(block)};
  group_enter(group);
  dispatch_queue_async(queue, run_group_work, work);
}

/* Each waits in a thread of its own, which is of this loader and not of the app. */
struct later {
  uint64_t at_ns;
  struct dispatch_queue *queue;
  dispatch_function function;
  void *context;
};

static void *wait_for_later(void *given) {
  struct later *later = given;
  static const uint32_t never = 0;
  while (monotonic_ns() < later->at_ns) wait_on_word(&never, 0, later->at_ns);
  dispatch_queue_async(later->queue, later->function, later->context);
  free(later);
  return NULL;
}

static void after_f(uint64_t when, struct dispatch_queue *queue, void *context, dispatch_function function) {
  struct later *later = malloc(sizeof *later);
  pthread_t thread;
  *later = (struct later){dispatch_deadline_ns(when), queue, function, context};
  if (pthread_create(&thread, NULL, wait_for_later, later) == 0) pthread_detach(thread);
}

static void invoke_and_release(void *block) {
  block_invoke(block);
  block_release(block);
}
static void after(uint64_t when, struct dispatch_queue *queue, const void *block) {
  after_f(when, queue, block_copy(block), invoke_and_release);
}

/* dispatch_once_t: 0 not yet, 1 at work, ~0 done (which callers check without calling). */
static void once_f(atomic_long *once, void *context, dispatch_function function) {
  long fresh = 0;
  if (atomic_compare_exchange_strong(once, &fresh, 1)) {
    function(context);
    atomic_store(once, -1);
    wake_word(once, 1 << 30);
  }
  while (atomic_load(once) == 1) wait_on_word(once, 1, 0);
}
static void once(atomic_long *control, void *block) { once_f(control, block, block_invoke); }

const struct symbol dispatch_wait_symbols[] = {
    FUNCTION(dispatch_time, time_after),
    FUNCTION(dispatch_semaphore_create, semaphore_create),
    FUNCTION(dispatch_semaphore_wait, semaphore_wait),
    FUNCTION(dispatch_semaphore_signal, semaphore_signal),
    FUNCTION(dispatch_group_create, group_create),
    FUNCTION(dispatch_group_enter, group_enter),
    FUNCTION(dispatch_group_leave, group_leave),
    FUNCTION(dispatch_group_wait, group_wait),
    FUNCTION(dispatch_group_async, group_async),
    FUNCTION(dispatch_after, after),
    FUNCTION(dispatch_after_f, after_f),
    FUNCTION(dispatch_once, once),
    FUNCTION(dispatch_once_f, once_f),
    END_OF_SYMBOLS,
};
