/* Queues. A serial one is served by one worker at a time, what is in the global one each by a worker of its own. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../dyld/refusal.h"
#include "blocks.h"
#include "dispatch.h"
#include "../kernel/kernel.h"
#include "../foundation/run_loop.h"
#include "../dyld/symbols.h"
#include "../kernel/threads.h"
#include "../kernel/upper_bits.h"

struct item {
  struct item *next;
  dispatch_function function;
  void *context;
};

struct dispatch_queue {
  const void *isa;
  const char *label;
  enum { SERIAL, CONCURRENT, MAIN } kind;
  pthread_mutex_t lock;
  struct item *first, *last;
  /* A worker serves it, or a thread runs its own in dispatch_sync. */
  bool busy;
};

static struct dispatch_queue main_queue = {.label = "com.apple.main-thread", .kind = MAIN, .lock = PTHREAD_MUTEX_INITIALIZER};
static struct dispatch_queue global_queue = {.label = "com.apple.root.default-qos", .kind = CONCURRENT, .lock = PTHREAD_MUTEX_INITIALIZER};

/* Workers that have nothing to do wait here for a queue. */
enum { MOST_READY = 1024 };
static struct dispatch_queue *ready[MOST_READY];
static unsigned ready_first, ready_count, idle_workers;
static pthread_mutex_t workers_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint ready_turn;

struct dispatch_queue *dispatch_main_queue(void) { return &main_queue; }

static struct item *take(struct dispatch_queue *queue) {
  pthread_mutex_lock(&queue->lock);
  struct item *item = queue->first;
  if (item != NULL) queue->first = item->next;
  if (queue->first == NULL) queue->last = NULL;
  if (item == NULL && queue->kind == SERIAL) queue->busy = false;
  pthread_mutex_unlock(&queue->lock);
  return item;
}

static bool run_one(struct dispatch_queue *queue) {
  struct item *item = take(queue);
  if (item == NULL) return false;
  struct thread *thread = thread_self();
  void *before = thread->queue;
  thread->queue = tagged(queue);
  item->function(item->context);
  thread->queue = before;
  free(item);
  return true;
}

bool dispatch_main_run_one(void) { return run_one(&main_queue); }

bool dispatch_main_has_work(void) {
  pthread_mutex_lock(&main_queue.lock);
  bool has = main_queue.first != NULL;
  pthread_mutex_unlock(&main_queue.lock);
  return has;
}

static struct dispatch_queue *next_ready(void) {
  for (;;) {
    pthread_mutex_lock(&workers_lock);
    struct dispatch_queue *queue = NULL;
    unsigned turn = atomic_load(&ready_turn);
    if (ready_count > 0) {
      queue = ready[ready_first];
      ready_first = (ready_first + 1) % MOST_READY;
      ready_count--;
    } else {
      idle_workers++;
    }
    pthread_mutex_unlock(&workers_lock);
    if (queue != NULL) return queue;
    wait_on_word(&ready_turn, turn, 0);
    pthread_mutex_lock(&workers_lock);
    idle_workers--;
    pthread_mutex_unlock(&workers_lock);
  }
}

static void *work(void *nothing) {
  (void)nothing;
  for (;;) {
    struct dispatch_queue *queue = next_ready();
    if (queue->kind == CONCURRENT) run_one(queue);
    else
      while (run_one(queue)) continue;
  }
  return NULL;
}

static void make_ready(struct dispatch_queue *queue) {
  pthread_mutex_lock(&workers_lock);
  if (ready_count == MOST_READY) refuse("more dispatch queues at work than this loader takes");
  ready[(ready_first + ready_count++) % MOST_READY] = queue;
  bool worker_waits = idle_workers >= ready_count;
  atomic_fetch_add(&ready_turn, 1);
  pthread_mutex_unlock(&workers_lock);
  if (worker_waits) wake_word(&ready_turn, 1 << 30);
  else thread_start(NULL, work, NULL, 512 * 1024, true);
}

void dispatch_queue_async(struct dispatch_queue *queue, dispatch_function function, void *context) {
  struct item *item = malloc(sizeof *item);
  *item = (struct item){NULL, function, context};
  pthread_mutex_lock(&queue->lock);
  if (queue->last == NULL) queue->first = item;
  else queue->last->next = item;
  queue->last = item;
  bool wake = queue->kind == CONCURRENT || (queue->kind == SERIAL && !queue->busy);
  if (wake) queue->busy = true;
  pthread_mutex_unlock(&queue->lock);
  if (wake) make_ready(queue);
  if (queue->kind == MAIN) run_loop_wake_main();
}

/* dispatch_sync: on a queue that is idle the calling thread runs it itself, otherwise when its turn comes. A turn is of the caller and of
   the queue: each may read it last. */
struct turn {
  atomic_uint state, holders;
  dispatch_function function;
  void *context;
};
enum { TURN_WAITING, TURN_COME, TURN_DONE };

static void leave_turn(struct turn *turn) {
  if (atomic_fetch_sub(&turn->holders, 1) == 1) free(turn);
}

static void give_turn(void *context) {
  struct turn *turn = context;
  atomic_store(&turn->state, TURN_COME);
  wake_word(&turn->state, 1);
  while (atomic_load(&turn->state) == TURN_COME) wait_on_word(&turn->state, TURN_COME, 0);
  leave_turn(turn);
}

/* The main queue's work is the main thread's, whoever waits for it. */
static void run_turn(void *context) {
  struct turn *turn = context;
  turn->function(turn->context);
  atomic_store(&turn->state, TURN_DONE);
  wake_word(&turn->state, 1);
  leave_turn(turn);
}

static bool enter_idle(struct dispatch_queue *queue) {
  if (queue->kind == CONCURRENT) return true;
  pthread_mutex_lock(&queue->lock);
  bool idle = queue->kind == SERIAL && !queue->busy;
  if (idle) queue->busy = true;
  pthread_mutex_unlock(&queue->lock);
  return idle;
}

static void run_here(struct dispatch_queue *queue, dispatch_function function, void *context) {
  struct thread *thread = thread_self();
  void *before = thread->queue;
  thread->queue = queue;
  function(context);
  thread->queue = before;
}

static void leave_idle(struct dispatch_queue *queue) {
  if (queue->kind == CONCURRENT) return;
  pthread_mutex_lock(&queue->lock);
  bool more = queue->first != NULL;
  queue->busy = more;
  pthread_mutex_unlock(&queue->lock);
  if (more) make_ready(queue);
}

static void queue_sync(struct dispatch_queue *queue, dispatch_function function, void *context) {
  if (enter_idle(queue)) {
    run_here(queue, function, context);
    leave_idle(queue);
    return;
  }
  struct turn *turn = malloc(sizeof *turn);
  *turn = (struct turn){.holders = 2, .function = function, .context = context};
  bool on_main = queue->kind == MAIN;
  dispatch_queue_async(queue, on_main ? run_turn : give_turn, turn);
  while (atomic_load(&turn->state) == TURN_WAITING) wait_on_word(&turn->state, TURN_WAITING, 0);
  if (!on_main) {
    run_here(queue, function, context);
    atomic_store(&turn->state, TURN_DONE);
    wake_word(&turn->state, 1);
  }
  leave_turn(turn);
}

static void invoke_and_release(void *block) {
  block_invoke(block);
  block_release(block);
}

static void queue_async_block(struct dispatch_queue *queue, const void *block) {
  dispatch_queue_async(queue, invoke_and_release, block_copy(block));
}
static void queue_sync_block(struct dispatch_queue *queue, void *block) { queue_sync(queue, block_invoke, block); }

static struct dispatch_queue *queue_create(const char *label, const void *attributes) {
  struct dispatch_queue *queue = calloc(1, sizeof *queue);
  queue->label = strdup(label == NULL ? "" : label);
  queue->kind = attributes == NULL ? SERIAL : CONCURRENT;
  pthread_mutex_init(&queue->lock, NULL);
  return queue;
}

static struct dispatch_queue *get_global_queue(intptr_t identifier, uintptr_t flags) {
  (void)identifier, (void)flags;
  return &global_queue;
}

/* NULL asks for the queue that the calling thread serves. */
static const char *queue_get_label(const struct dispatch_queue *queue) {
  if (queue == NULL) queue = thread_self()->queue;
  return queue == NULL ? (is_main_thread(thread_self()) ? main_queue.label : "") : queue->label;
}

static void nothing(void *object) { (void)object; }

static int concurrent_attribute;

/* What libdispatch keeps for debuggers: the begin of struct dispatch_queue_offsets_s. */
static const struct {
  uint16_t version, label, label_size, flags, flags_size, rest[16];
} queue_offsets = {.version = 5, .label = offsetof(struct dispatch_queue, label), .label_size = sizeof(const char *)};

const struct symbol dispatch_queue_symbols[] = {
    DATA(_dispatch_main_q, &main_queue),
    DATA(_dispatch_queue_attr_concurrent, &concurrent_attribute),
    DATA(dispatch_queue_offsets, &queue_offsets),
    FUNCTION(dispatch_queue_create, queue_create),
    FUNCTION(dispatch_get_global_queue, get_global_queue),
    FUNCTION(dispatch_queue_get_label, queue_get_label),
    FUNCTION(dispatch_async, queue_async_block),
    FUNCTION(dispatch_async_f, dispatch_queue_async),
    FUNCTION(dispatch_sync, queue_sync_block),
    FUNCTION(dispatch_sync_f, queue_sync),
    FUNCTION(dispatch_retain, nothing),
    FUNCTION(dispatch_release, nothing),
    END_OF_SYMBOLS,
};
