#include "run_loop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../libsystem/blocks.h"
#include "../libsystem/dispatch.h"
#include "../kernel/kernel.h"
#include "../dyld/symbols.h"
#include "../kernel/threads.h"
#include "../truth.h"

/* A block for CFRunLoopPerformBlock; waits until the loop runs in its mode. */
struct perform {
  struct perform *next;
  unsigned modes;
  bool common;
  void *block;
};

static struct run_loop main_loop = {.lock = PTHREAD_MUTEX_INITIALIZER, .is_main = true, .current_mode = -1};

struct run_loop *run_loop_main(void) { return &main_loop; }

struct run_loop *run_loop_current(void) {
  struct thread *thread = thread_self();
  if (is_main_thread(thread)) return &main_loop;
  if (thread->run_loop == NULL) {
    struct run_loop *loop = calloc(1, sizeof *loop);
    pthread_mutex_init(&loop->lock, NULL);
    loop->current_mode = -1;
    thread->run_loop = loop;
  }
  return thread->run_loop;
}

static unsigned mode_number(struct run_loop *loop, const char *name) {
  for (unsigned i = 0; i < loop->mode_count; i++)
    if (strcmp(loop->modes[i], name) == 0) return i;
  if (loop->mode_count == MOST_MODES) abort();
  strncpy(loop->modes[loop->mode_count], name, sizeof loop->modes[0] - 1);
  /* The default mode is common from the begin. */
  if (strcmp(name, default_mode.text) == 0) atomic_fetch_or(&loop->common_modes, 1u << loop->mode_count);
  return loop->mode_count++;
}

unsigned run_loop_mode(struct run_loop *loop, const struct cf_string *name) {
  pthread_mutex_lock(&loop->lock);
  unsigned number = mode_number(loop, name->text);
  pthread_mutex_unlock(&loop->lock);
  return number;
}

void run_loop_make_common(struct run_loop *loop, const struct cf_string *name) {
  atomic_fetch_or(&loop->common_modes, 1u << run_loop_mode(loop, name));
}

bool is_common_modes(const struct cf_string *name) { return strcmp(name->text, common_modes.text) == 0; }

void run_loop_wake(struct run_loop *loop) {
  atomic_fetch_add(&loop->wakes, 1);
  wake_word(&loop->wakes, 1);
}

void run_loop_wake_main(void) { run_loop_wake(&main_loop); }

unsigned run_loop_items_in(struct run_loop *loop, unsigned mode, enum item_kind kind, struct run_loop_item *items[MOST_ITEMS]) {
  unsigned count = 0;
  pthread_mutex_lock(&loop->lock);
  bool common = atomic_load(&loop->common_modes) >> mode & 1;
  for (unsigned i = 0; i < loop->item_count; i++) {
    struct run_loop_item *item = loop->items[i];
    bool in_mode = atomic_load(&item->modes) >> mode & 1 || (common && atomic_load(&item->common));
    if (item->kind == kind && item->valid && in_mode) items[count++] = item;
  }
  pthread_mutex_unlock(&loop->lock);
  return count;
}

static void notify_observers(struct run_loop *loop, unsigned mode, unsigned long activity) {
  struct run_loop_item *items[MOST_ITEMS];
  unsigned count = run_loop_items_in(loop, mode, OBSERVER, items);
  for (unsigned i = 0; i < count; i++) {
    if (!(items[i]->observer.activities & activity) || !items[i]->valid) continue;
    if (!items[i]->observer.repeats) items[i]->valid = false;
    items[i]->observer.called(items[i], activity, items[i]->info);
  }
}

static void run_performs(struct run_loop *loop, unsigned mode) {
  pthread_mutex_lock(&loop->lock);
  struct perform *taken = NULL, **taken_end = &taken, **at = &loop->performs;
  bool common = atomic_load(&loop->common_modes) >> mode & 1;
  while (*at != NULL) {
    struct perform *perform = *at;
    if (!(perform->modes >> mode & 1) && !(common && perform->common)) {
      at = &perform->next;
      continue;
    }
    *at = perform->next;
    perform->next = NULL;
    *taken_end = perform;
    taken_end = &perform->next;
  }
  pthread_mutex_unlock(&loop->lock);
  while (taken != NULL) {
    struct perform *perform = taken;
    taken = perform->next;
    block_invoke(perform->block);
    block_release(perform->block);
    free(perform);
  }
}

static bool run_sources(struct run_loop *loop, unsigned mode) {
  struct run_loop_item *items[MOST_ITEMS];
  unsigned count = run_loop_items_in(loop, mode, SOURCE, items);
  bool handled = false;
  for (unsigned i = 0; i < count; i++) {
    if (!items[i]->valid || !atomic_exchange(&items[i]->source.signalled, false)) continue;
    items[i]->source.perform(items[i]->info);
    handled = true;
  }
  return handled;
}

static uint64_t next_timer_ns(struct run_loop *loop, unsigned mode) {
  struct run_loop_item *items[MOST_ITEMS];
  unsigned count = run_loop_items_in(loop, mode, TIMER, items);
  uint64_t next_ns = UINT64_MAX;
  for (unsigned i = 0; i < count; i++)
    if (items[i]->timer.due_ns < next_ns) next_ns = items[i]->timer.due_ns;
  return next_ns;
}

static void run_timers(struct run_loop *loop, unsigned mode) {
  struct run_loop_item *items[MOST_ITEMS];
  unsigned count = run_loop_items_in(loop, mode, TIMER, items);
  uint64_t now_ns = monotonic_ns();
  for (unsigned i = 0; i < count; i++) {
    struct run_loop_item *timer = items[i];
    if (!timer->valid || timer->timer.due_ns > now_ns) continue;
    if (timer->timer.interval_ns == 0) timer->valid = false;
    timer->timer.called(timer, timer->info);
    /* Times that were missed are left out. */
    for (now_ns = monotonic_ns(); timer->timer.interval_ns > 0 && timer->timer.due_ns <= now_ns;)
      timer->timer.due_ns += timer->timer.interval_ns * ((now_ns - timer->timer.due_ns) / timer->timer.interval_ns + 1);
  }
}

/* Sleeps until something comes, a timer is due, or the time is over. `poll`: only checks. */
static void sleep_until(struct run_loop *loop, unsigned mode, unsigned wakes, uint64_t end_ns, bool poll) {
  uint64_t timer_ns = next_timer_ns(loop, mode), until_ns = timer_ns < end_ns ? timer_ns : end_ns;
  if (!poll) wait_on_word(&loop->wakes, wakes, until_ns == UINT64_MAX ? 0 : until_ns);
}

static bool has_reason_to_run(struct run_loop *loop, unsigned mode) {
  struct run_loop_item *items[MOST_ITEMS];
  bool main_queue = loop->is_main && atomic_load(&loop->common_modes) >> mode & 1;
  return main_queue || run_loop_items_in(loop, mode, SOURCE, items) > 0 || run_loop_items_in(loop, mode, TIMER, items) > 0;
}

static int turn_until_over(struct run_loop *loop, unsigned mode, uint64_t end_ns, bool until_source) {
  bool main_queue = loop->is_main && atomic_load(&loop->common_modes) >> mode & 1, ran_queue_last = true;
  for (;;) {
    /* What comes from here on ends the sleep below at once. */
    unsigned wakes = atomic_load(&loop->wakes);
    notify_observers(loop, mode, BEFORE_TIMERS);
    notify_observers(loop, mode, BEFORE_SOURCES);
    run_performs(loop, mode);
    bool handled = run_sources(loop, mode);
    if (handled) run_performs(loop, mode);
    bool poll = handled || monotonic_ns() >= end_ns;
    bool queue_first = main_queue && !ran_queue_last && dispatch_main_has_work();
    ran_queue_last = false;
    if (!queue_first) {
      if (main_queue && dispatch_main_has_work()) wakes--;
      if (!poll) notify_observers(loop, mode, BEFORE_WAITING);
      if (!poll && loop->is_main) truth_main_sleeps();
      sleep_until(loop, mode, wakes, end_ns, poll);
      if (!poll && loop->is_main) truth_main_wakes();
      if (!poll) notify_observers(loop, mode, AFTER_WAITING);
    }
    if (next_timer_ns(loop, mode) <= monotonic_ns()) {
      run_timers(loop, mode);
    } else if (main_queue && dispatch_main_has_work()) {
      while (dispatch_main_run_one()) continue;
      ran_queue_last = true;
    }
    run_performs(loop, mode);
    if (handled && until_source) return RUN_HANDLED_SOURCE;
    if (monotonic_ns() >= end_ns) return RUN_TIMED_OUT;
    if (atomic_exchange(&loop->stopped, false)) return RUN_STOPPED;
    if (!has_reason_to_run(loop, mode)) return RUN_FINISHED;
  }
}

int run_loop_run(const struct cf_string *name, double seconds, bool until_source) {
  struct run_loop *loop = run_loop_current();
  unsigned mode = run_loop_mode(loop, name);
  if (!has_reason_to_run(loop, mode)) return RUN_FINISHED;
  uint64_t end_ns = seconds > 1e8 ? UINT64_MAX : monotonic_ns() + (uint64_t)(fmax(seconds, 0) * 1e9);
  int before = loop->current_mode;
  loop->current_mode = (int)mode;
  notify_observers(loop, mode, ENTRY);
  int result = turn_until_over(loop, mode, end_ns, until_source);
  notify_observers(loop, mode, EXIT);
  loop->current_mode = before;
  return result;
}

static void perform_block(struct run_loop *loop, const struct cf_string *mode, const void *block) {
  struct perform *perform = calloc(1, sizeof *perform);
  perform->common = is_common_modes(mode);
  if (!perform->common) perform->modes = 1u << run_loop_mode(loop, mode);
  perform->block = block_copy(block);
  pthread_mutex_lock(&loop->lock);
  struct perform **at = &loop->performs;
  while (*at != NULL) at = &(*at)->next;
  *at = perform;
  pthread_mutex_unlock(&loop->lock);
}

static void run(void) {
  int result;
  do result = run_loop_run(&default_mode, 1e9, false);
  while (result != RUN_STOPPED && result != RUN_FINISHED);
}

static int run_in_mode(const struct cf_string *mode, double seconds, unsigned char until_source) {
  return run_loop_run(mode, seconds, until_source != 0);
}

static void stop(struct run_loop *loop) {
  atomic_store(&loop->stopped, true);
  run_loop_wake(loop);
}

static const struct cf_string *copy_current_mode(struct run_loop *loop) {
  return loop->current_mode < 0 ? NULL : cf_string(loop->modes[loop->current_mode]);
}

const struct symbol run_loop_symbols[] = {
    FUNCTION(CFRunLoopGetMain, run_loop_main),
    FUNCTION(CFRunLoopGetCurrent, run_loop_current),
    FUNCTION(CFRunLoopRun, run),
    FUNCTION(CFRunLoopRunInMode, run_in_mode),
    FUNCTION(CFRunLoopStop, stop),
    FUNCTION(CFRunLoopWakeUp, run_loop_wake),
    FUNCTION(CFRunLoopPerformBlock, perform_block),
    FUNCTION(CFRunLoopCopyCurrentMode, copy_current_mode),
    FUNCTION(CFRunLoopAddCommonMode, run_loop_make_common),
    END_OF_SYMBOLS,
};
