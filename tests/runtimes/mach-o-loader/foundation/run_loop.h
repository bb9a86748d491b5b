/* Run loops with modes, observers, sources, timers and blocks, in the order of Apple's CFRunLoop.c. */
#ifndef DARWIN_RUN_LOOP_H
#define DARWIN_RUN_LOOP_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "cf.h"

enum { ENTRY = 1, BEFORE_TIMERS = 2, BEFORE_SOURCES = 4, BEFORE_WAITING = 32, AFTER_WAITING = 64, EXIT = 128 };
enum { RUN_FINISHED = 1, RUN_STOPPED = 2, RUN_TIMED_OUT = 3, RUN_HANDLED_SOURCE = 4 };
enum { MOST_MODES = 32, MOST_ITEMS = 128 };

enum item_kind { OBSERVER, SOURCE, TIMER };

/* An observer, a source or a timer. */
struct run_loop_item {
  const void *isa;
  enum item_kind kind;
  long order;
  void *info;
  bool valid;
  /* Modes by bit, of the one run loop that it is in; `common`: all modes that are common. */
  atomic_uint modes;
  atomic_bool common;
  struct run_loop *loop;
  union {
    struct {
      unsigned long activities;
      bool repeats;
      void (*called)(struct run_loop_item *, unsigned long activity, void *info);
    } observer;
    struct {
      atomic_bool signalled;
      void (*perform)(void *info);
    } source;
    struct {
      uint64_t due_ns, interval_ns;
      void (*called)(struct run_loop_item *, void *info);
    } timer;
  };
};

struct run_loop {
  const void *isa;
  pthread_mutex_t lock;
  char modes[MOST_MODES][64];
  unsigned mode_count;
  atomic_uint common_modes;
  /* Sorted by order, first come first. */
  struct run_loop_item *items[MOST_ITEMS];
  unsigned item_count;
  struct perform *performs;
  atomic_uint wakes;
  atomic_bool stopped;
  int current_mode;
  bool is_main;
};

struct run_loop *run_loop_current(void);
struct run_loop *run_loop_main(void);
/* The number of a mode, which is made when it is new. */
unsigned run_loop_mode(struct run_loop *loop, const struct cf_string *name);
void run_loop_make_common(struct run_loop *loop, const struct cf_string *name);
bool is_common_modes(const struct cf_string *name);
int run_loop_run(const struct cf_string *mode, double seconds, bool until_source);
void run_loop_wake(struct run_loop *loop);
/* Something came into the main queue. */
void run_loop_wake_main(void);
/* A timer that is in no run loop yet; `interval_ns` 0: called once. */
struct run_loop_item *run_loop_make_timer(uint64_t due_ns, uint64_t interval_ns, void (*called)(struct run_loop_item *, void *), void *info);
void run_loop_add(struct run_loop *loop, struct run_loop_item *item, const struct cf_string *mode);
/* Copies what is in the mode now, by order. */
unsigned run_loop_items_in(struct run_loop *loop, unsigned mode, enum item_kind kind, struct run_loop_item *items[MOST_ITEMS]);

extern const struct cf_string default_mode, common_modes, initialization_mode, tracking_mode;

#endif
