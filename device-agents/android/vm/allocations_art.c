#include "allocations_art.h"

#include "../../linux/thread_pointer.h"
#include "../attach/flight.h"

/* Twice as many counters as threads are known; a pointer is searched among so many neighbours. */
enum { COUNTERS = 2 * LAGLENS_THREADS, NEIGHBOURS = 16 };

/* They outlive the agent's memory, so that who counts need not say when it is in here. Bytes start over when they are as many as the
 * address space: only differences count. */
static struct laglens_counter counters[COUNTERS + NEIGHBOURS];

static struct laglens_counter *first_of(uintptr_t owner) {
  /* Thread pointers lie at least a page apart. */
  uint32_t mixed = (uint32_t)(owner >> 12) * 2654435769u; /* Knuth's multiplicative hashing: 2^32 by the golden ratio */
  return &counters[mixed >> 22];
}
_Static_assert(COUNTERS == 1 << 10, "the hash gives 10 bits");

/* The counter that a pointer has, or, for 0, one that nobody has, among the neighbours of `first`. */
static struct laglens_counter *counter_with(struct laglens_counter *first, uintptr_t owner) {
  for (int i = 0; i < NEIGHBOURS; i++) {
    if (__atomic_load_n(&first[i].owner, __ATOMIC_RELAXED) == owner) return &first[i];
  }
  return NULL;
}

/* Once for each thread: takes a counter, and shows the sampler where it is. */
static struct laglens_counter *take_counter(uintptr_t owner) {
  struct laglens_counter *first = first_of(owner), *counter;
  uintptr_t nobody = 0;
  do {
    if ((counter = counter_with(first, 0)) == NULL) return NULL;
    nobody = 0;
  } while (!__atomic_compare_exchange_n(&counter->owner, &nobody, owner, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  __atomic_store_n(&counter->bytes, 0, __ATOMIC_RELAXED);
  struct laglens_thread *slot = laglens_enter_flight() != NULL ? laglens_thread_self() : NULL;
  if (slot != NULL) __atomic_store_n(&slot->counter, counter, __ATOMIC_RELEASE);
  laglens_leave_flight();
  return counter;
}

void laglens_on_object_made(laglens_jvmti jvmti, laglens_jni jni, jthread thread, jobject object, jclass type, int64_t bytes) {
  (void)jvmti, (void)jni, (void)thread, (void)object, (void)type;
  uintptr_t owner = laglens_thread_pointer();
  struct laglens_counter *counter = counter_with(first_of(owner), owner);
  if (counter == NULL && (counter = take_counter(owner)) == NULL) return;
  /* Nobody else writes here. */
  __atomic_store_n(&counter->bytes, counter->bytes + (uintptr_t)bytes, __ATOMIC_RELAXED);
}

void laglens_art_counter_free(void) {
  uintptr_t owner = laglens_thread_pointer();
  struct laglens_counter *counter = counter_with(first_of(owner), owner);
  if (counter != NULL) __atomic_store_n(&counter->owner, 0, __ATOMIC_RELEASE);
}

/* A later host's agent has other slots, and threads that ended without a report have left their counters taken. */
static void forget_counters(struct laglens_agent *agent) {
  for (int i = 0; i < COUNTERS + NEIGHBOURS; i++) __atomic_store_n(&counters[i].owner, 0, __ATOMIC_RELEASE);
  for (uint32_t i = 0; i < laglens_threads_used(agent); i++) {
    struct laglens_thread *slot = &agent->memory->threads.slots[i];
    if (__atomic_load_n(&slot->state, __ATOMIC_ACQUIRE) != LAGLENS_SLOT_LIVE) continue;
    __atomic_store_n(&slot->counter, NULL, __ATOMIC_RELEASE);
    slot->counted = 0;
  }
}

bool laglens_art_counts(struct laglens_agent *agent, bool on) {
  if (on) forget_counters(agent);
  return jvmti_set_event(agent->jvmti, on, EVENT_VM_OBJECT_ALLOC, NULL) == ERROR_NONE;
}

struct laglens_maybe laglens_art_allocated(struct laglens_thread *thread) {
  const struct laglens_counter *counter = __atomic_load_n(&thread->counter, __ATOMIC_ACQUIRE);
  /* A thread without one has made nothing since it is counted. */
  if (counter != NULL) {
    uintptr_t bytes = __atomic_load_n(&counter->bytes, __ATOMIC_RELAXED);
    intptr_t made = (intptr_t)(bytes - thread->counted);
    /* A thread that just ended may have left its counter to another one. */
    if (made > 0) thread->allocated += (uintptr_t)made;
    thread->counted = bytes;
  }
  return (struct laglens_maybe){true, thread->allocated};
}
