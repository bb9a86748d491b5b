#include "threads.h"

#include "../../core/text.h"
#include "../../core/wire_schema.h"
#include "../../linux/kernel.h"
#include "../agent.h"
#include "../app/app_watch.h"
#include "../app/exit_traces.h"
#include "../attach/flight.h"
#include "../sampling/ready.h"
#include "../waits/waits.h"
#include "allocations.h"
#include "allocations_art.h"
#include "kernel_tids.h"

/* Never used again, in later lives of the agent neither. */
static uint32_t next_id = 1;

/* A thread that a debugger stopped inside a claim must not hold up every thread that the app begins: they go on without a slot. */
enum { LOCK_TRIES = 2000, CHECK_AGAIN_US = 50 };

static void note_change(struct laglens_thread_table *table) { __atomic_fetch_add(&table->changes, 1, __ATOMIC_RELEASE); }

static bool lock_claims(struct laglens_thread_table *table) {
  for (int i = 0; i < LOCK_TRIES; i++) {
    if (__atomic_exchange_n(&table->claiming, 1, __ATOMIC_ACQUIRE) == 0) return true;
    laglens_wait(NULL, 0, CHECK_AGAIN_US);
  }
  return false;
}
static void unlock_claims(struct laglens_thread_table *table) { __atomic_store_n(&table->claiming, 0, __ATOMIC_RELEASE); }

/* An empty slot that is the caller's until its state says otherwise. */
static struct laglens_thread *take_slot(struct laglens_thread_table *table) {
  for (uint32_t i = 0; i < LAGLENS_THREADS; i++) {
    struct laglens_thread *slot = &table->slots[i];
    if (__atomic_load_n(&slot->state, __ATOMIC_ACQUIRE) != LAGLENS_SLOT_FREE) continue;
    __atomic_store_n(&slot->state, LAGLENS_SLOT_TAKEN, __ATOMIC_RELAXED);
    __builtin_memset(&slot->id, 0, sizeof *slot - offsetof(struct laglens_thread, id));
    if (i + 1 > table->used) __atomic_store_n(&table->used, i + 1, __ATOMIC_RELEASE);
    return slot;
  }
  return NULL;
}

/* What a thread keeps of an earlier life of the agent is no slot of this one. */
static struct laglens_thread *slot_in(struct laglens_thread_table *table, void *local) {
  uintptr_t at = (uintptr_t)local, first = (uintptr_t)table->slots;
  return at >= first && at < first + sizeof table->slots ? local : NULL;
}

/* The last word is the flight's: a slot that is filled after the agent's end stays in no thread. */
static void fill(struct laglens_agent *agent, struct laglens_memory *memory, laglens_jni jni, jthread thread, struct laglens_thread *slot) {
  slot->ref = jni_new_global(jni, thread);
  /* From set_local on the thread itself may use the slot, and even end: see slot_of. */
  __atomic_store_n(&slot->state, LAGLENS_SLOT_TAKEN, __ATOMIC_RELEASE);
  bool kept = slot->ref != NULL && jvmti_set_local(agent->jvmti, thread, slot) == ERROR_NONE;
  if (kept && !laglens_flight_counts(memory)) {
    jvmti_set_local(agent->jvmti, thread, NULL);
    kept = false;
  }
  uint32_t taken = LAGLENS_SLOT_TAKEN;
  if (kept) {
    __atomic_compare_exchange_n(&slot->state, &taken, LAGLENS_SLOT_LIVE, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    note_change(&memory->threads);
    return;
  }
  jni_delete_global(jni, slot->ref);
  slot->ref = NULL;
  __atomic_store_n(&slot->state, LAGLENS_SLOT_FREE, __ATOMIC_RELEASE);
}

/* What a virtual machine keeps for a thread orders nothing: the slot's state does. NULL: the calling thread. */
static struct laglens_thread *slot_of(laglens_jvmti jvmti, jthread thread) {
  struct laglens_thread *slot = jvmti_get_local(jvmti, thread);
  if (slot != NULL) __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE);
  return slot;
}

/* Gives the thread a slot unless it has one; `tid` 0 when the caller is another thread. */
static void claim(struct laglens_agent *agent, struct laglens_memory *memory, laglens_jni jni, jthread thread, int tid) {
  struct laglens_thread_table *table = &memory->threads;
  if (!lock_claims(table)) {
    __atomic_fetch_add(&table->unplaced, 1, __ATOMIC_RELAXED);
    return;
  }
  struct laglens_thread *slot = slot_in(table, jvmti_get_local(agent->jvmti, thread));
  if (!laglens_flight_counts(memory)) {
    /* The agent detached meanwhile: the thread is a later life's, if anybody's. */
  } else if (slot != NULL) {
    if (tid != 0) __atomic_store_n(&slot->tid, tid, __ATOMIC_RELEASE);
  } else if ((slot = take_slot(table)) != NULL) {
    slot->id = __atomic_fetch_add(&next_id, 1, __ATOMIC_RELAXED);
    slot->tid = tid;
    /* A thread that begins here has made nothing yet: all that it makes is reported. */
    slot->run.allocated_known = tid != 0 && laglens_counts_allocations();
    fill(agent, memory, jni, thread, slot);
  } else {
    __atomic_fetch_add(&table->unplaced, 1, __ATOMIC_RELAXED);
  }
  unlock_claims(table);
}

void laglens_on_thread_start(laglens_jvmti jvmti, laglens_jni jni, jthread thread) {
  (void)jvmti;
  laglens_art_counter_free();
  struct laglens_memory *memory = laglens_enter_flight();
  if (memory != NULL) claim(&laglens_agent, memory, jni, thread, laglens_gettid());
  laglens_leave_flight();
}

void laglens_on_thread_end(laglens_jvmti jvmti, laglens_jni jni, jthread thread) {
  (void)jni;
  struct laglens_memory *memory = laglens_enter_flight();
  struct laglens_thread *slot = memory != NULL ? slot_of(jvmti, thread) : NULL;
  if (slot != NULL) {
    slot->ended_us = laglens_now_us();
    jvmti_set_local(jvmti, thread, NULL);
    __atomic_store_n(&slot->counter, NULL, __ATOMIC_RELEASE);
    __atomic_store_n(&slot->state, LAGLENS_SLOT_ENDED, __ATOMIC_RELEASE);
    note_change(&memory->threads);
  }
  laglens_leave_flight();
  laglens_art_counter_free();
}

struct laglens_thread *laglens_thread_self(void) {
  struct laglens_thread *slot = slot_of(laglens_agent.jvmti, NULL);
  if (slot != NULL && __atomic_load_n(&slot->tid, __ATOMIC_RELAXED) == 0) __atomic_store_n(&slot->tid, laglens_gettid(), __ATOMIC_RELEASE);
  return slot;
}

struct laglens_thread *laglens_thread_of(struct laglens_agent *agent, jthread thread) {
  return thread == NULL ? NULL : slot_of(agent->jvmti, thread);
}

void laglens_threads_set_main(struct laglens_agent *agent, struct laglens_thread *thread) {
  if (agent->main == thread) return;
  if (agent->main != NULL) agent->main->flags &= ~(uint32_t)LAGLENS_THREAD_MAIN, agent->main->reported = false;
  thread->flags |= LAGLENS_THREAD_MAIN;
  thread->reported = false;
  note_change(&agent->memory->threads);
  __atomic_store_n(&agent->main, thread, __ATOMIC_RELEASE);
  /* On Android the main thread is the one that the process began with. */
  if (agent->is_art && __atomic_load_n(&thread->tid, __ATOMIC_RELAXED) == 0) __atomic_store_n(&thread->tid, laglens_getpid(), __ATOMIC_RELEASE);
}

/* Name and group of a thread; true when something is new. */
static bool describe(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *slot) {
  struct laglens_thread_info info = {0};
  struct laglens_thread_group_info group = {0};
  char old[sizeof slot->name];
  if (jvmti_thread_info(agent->jvmti, slot->ref, &info) != ERROR_NONE) return false;
  laglens_copy(old, sizeof old, slot->name);
  laglens_copy(slot->name, sizeof slot->name, info.name);
  if (info.is_daemon) slot->flags |= LAGLENS_THREAD_DAEMON;
  if (laglens_equal(slot->name, LAGLENS_FRAMES_THREAD) || laglens_equal(slot->name, LAGLENS_EXITS_THREAD)) slot->flags |= LAGLENS_THREAD_OWN;
  if (!slot->described && info.thread_group != NULL && jvmti_group_info(agent->jvmti, info.thread_group, &group) == ERROR_NONE) {
    laglens_copy(slot->group, sizeof slot->group, group.name);
    jvmti_free(agent->jvmti, group.name);
    jni_delete_local(jni, group.parent);
  }
  jvmti_free(agent->jvmti, info.name);
  jni_delete_local(jni, info.thread_group);
  jni_delete_local(jni, info.context_class_loader);
  bool is_new = !slot->described || !laglens_equal(old, slot->name);
  slot->described = true;
  return is_new;
}

void laglens_thread_read_priority(struct laglens_thread *thread) {
  int tid = __atomic_load_n(&thread->tid, __ATOMIC_ACQUIRE);
  if (tid != 0) thread->priority = laglens_priority_of(tid);
}

static void report_one(struct laglens_agent *agent, struct laglens_thread *slot) {
  struct laglens_writer *writer = &agent->memory->stream.writer;
  int tid = __atomic_load_n(&slot->tid, __ATOMIC_ACQUIRE);
  if (slot->priority == 0) laglens_thread_read_priority(slot);
  if (slot->reported && slot->reported_tid == tid && slot->reported_priority == slot->priority) return;
  laglens_begin(writer, LAGLENS_MSG_THREAD);
  laglens_put(writer, slot->id);
  laglens_put(writer, (uint64_t)tid);
  laglens_put_text(writer, slot->name);
  laglens_put_text(writer, slot->group);
  laglens_put(writer, slot->flags);
  laglens_put_time(writer, laglens_now_us());
  if (slot->priority != 0) laglens_put(writer, (uint64_t)slot->priority);
  slot->reported = laglens_stream_send(&agent->memory->stream, true);
  slot->reported_tid = tid;
  slot->reported_priority = slot->priority;
}

/* The thread is gone: says so and frees its slot. */
static void retire(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *slot) {
  struct laglens_stream *stream = &agent->memory->stream;
  if (slot->reported && agent->capture.connected) {
    laglens_begin(&stream->writer, LAGLENS_MSG_THREAD_END);
    laglens_put(&stream->writer, slot->id);
    laglens_put_time(&stream->writer, slot->ended_us);
    if (!laglens_stream_send(stream, true)) return; /* reported at the next round */
  }
  if (agent->main == slot) __atomic_store_n(&agent->main, NULL, __ATOMIC_RELEASE);
  laglens_wait_forget(jni, slot);
  laglens_ready_close(agent, slot);
  jni_delete_weak(jni, __atomic_exchange_n(&slot->wait.object, NULL, __ATOMIC_ACQ_REL));
  jni_delete_global(jni, slot->ref);
  slot->ref = NULL;
  __atomic_store_n(&slot->state, LAGLENS_SLOT_FREE, __ATOMIC_RELEASE);
}

static bool has_main_name(const struct laglens_agent *agent, const struct laglens_thread *slot) {
  return laglens_equal(slot->name, agent->options.main);
}

bool laglens_threads_changed(const struct laglens_agent *agent) {
  return __atomic_load_n(&agent->memory->threads.changes, __ATOMIC_ACQUIRE) != agent->memory->threads.reported_changes;
}

void laglens_threads_report(struct laglens_agent *agent, laglens_jni jni) {
  agent->memory->threads.reported_changes = __atomic_load_n(&agent->memory->threads.changes, __ATOMIC_ACQUIRE);
  for (uint32_t i = 0; i < laglens_threads_used(agent); i++) {
    struct laglens_thread *slot = &agent->memory->threads.slots[i];
    uint32_t state = __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE);
    if (state == LAGLENS_SLOT_ENDED) retire(agent, jni, slot);
    if (state != LAGLENS_SLOT_LIVE) continue;
    if (!slot->described) {
      if (!describe(agent, jni, slot)) continue;
      if (agent->main == NULL && has_main_name(agent, slot)) laglens_threads_set_main(agent, slot);
    }
    if (agent->capture.connected) report_one(agent, slot);
  }
}

void laglens_threads_check_name(struct laglens_agent *agent, laglens_jni jni) {
  static uint32_t at;
  for (uint32_t checked = 0, most = laglens_threads_used(agent); checked < most; checked++) {
    at = at + 1 < most ? at + 1 : 0;
    struct laglens_thread *slot = &agent->memory->threads.slots[at];
    if (__atomic_load_n(&slot->state, __ATOMIC_ACQUIRE) != LAGLENS_SLOT_LIVE || !slot->described) continue;
    if (describe(agent, jni, slot)) {
      slot->reported = false;
      note_change(&agent->memory->threads);
    }
    laglens_thread_read_priority(slot);
    return;
  }
}

void laglens_threads_forget_reported(struct laglens_agent *agent, laglens_jni jni) {
  note_change(&agent->memory->threads);
  for (uint32_t i = 0; i < laglens_threads_used(agent); i++) {
    struct laglens_thread *slot = &agent->memory->threads.slots[i];
    uint32_t state = __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE);
    if (state != LAGLENS_SLOT_LIVE && state != LAGLENS_SLOT_ENDED) continue;
    slot->reported = false;
    laglens_run_forget(&slot->run);
    laglens_ready_forget(slot);
    laglens_wait_forget(jni, slot);
  }
}

void laglens_threads_forget_runs(struct laglens_agent *agent) {
  for (uint32_t i = 0; i < laglens_threads_used(agent); i++) {
    struct laglens_thread *slot = &agent->memory->threads.slots[i];
    uint32_t state = __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE);
    if (state != LAGLENS_SLOT_LIVE && state != LAGLENS_SLOT_ENDED) continue;
    laglens_run_forget(&slot->run);
    slot->postponed_us = 0;
  }
}

/* Threads that are older than the agent, and those that found no slot before. */
static void list_threads(struct laglens_agent *agent, laglens_jni jni) {
  int32_t count = 0;
  jthread *threads = NULL;
  if (jvmti_all_threads(agent->jvmti, &count, &threads) != ERROR_NONE) return;
  for (int32_t i = 0; i < count; i++) {
    claim(agent, agent->memory, jni, threads[i], 0);
    jni_delete_local(jni, threads[i]);
  }
  jvmti_free(agent->jvmti, threads);
}

void laglens_threads_begin(struct laglens_agent *agent, laglens_jni jni) {
  jvmti_set_event(agent->jvmti, true, EVENT_THREAD_START, NULL);
  jvmti_set_event(agent->jvmti, true, EVENT_THREAD_END, NULL);
  list_threads(agent, jni);
  struct laglens_thread *own = laglens_thread_self();
  if (own != NULL) own->flags |= LAGLENS_THREAD_OWN;
  laglens_threads_report(agent, jni);
  laglens_find_kernel_tids(agent, jni);
}

void laglens_threads_unwatch(struct laglens_agent *agent) {
  jvmti_set_event(agent->jvmti, false, EVENT_THREAD_START, NULL);
  jvmti_set_event(agent->jvmti, false, EVENT_THREAD_END, NULL);
}

void laglens_threads_end(struct laglens_agent *agent, laglens_jni jni) {
  for (uint32_t i = 0; i < laglens_threads_used(agent); i++) {
    struct laglens_thread *slot = &agent->memory->threads.slots[i];
    uint32_t state = __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE);
    /* One that is being taken is emptied by who takes it. */
    if (state != LAGLENS_SLOT_LIVE && state != LAGLENS_SLOT_ENDED) continue;
    jvmti_set_local(agent->jvmti, slot->ref, NULL);
    slot->reported = false;
    retire(agent, jni, slot);
  }
  __atomic_store_n(&agent->main, NULL, __ATOMIC_RELEASE);
}

bool laglens_threads_full(const struct laglens_agent *agent) { return __atomic_load_n(&agent->memory->threads.unplaced, __ATOMIC_RELAXED) > 0; }

uint32_t laglens_threads_used(const struct laglens_agent *agent) { return __atomic_load_n(&agent->memory->threads.used, __ATOMIC_ACQUIRE); }

/* True when a slot is free. */
static bool has_room(const struct laglens_thread_table *table) {
  for (uint32_t i = 0; i < LAGLENS_THREADS; i++) {
    if (__atomic_load_n(&table->slots[i].state, __ATOMIC_ACQUIRE) == LAGLENS_SLOT_FREE) return true;
  }
  return false;
}

void laglens_threads_place(struct laglens_agent *agent, laglens_jni jni) {
  struct laglens_thread_table *table = &agent->memory->threads;
  char text[96];
  if (__atomic_load_n(&table->unplaced, __ATOMIC_RELAXED) == 0 || !has_room(table)) return;
  /* Who finds no slot this time either is counted again. */
  uint32_t unplaced = __atomic_exchange_n(&table->unplaced, 0, __ATOMIC_RELAXED);
  list_threads(agent, jni);
  laglens_threads_report(agent, jni);
  laglens_find_kernel_tids(agent, jni);
  if (!agent->capture.connected || unplaced <= table->most_unplaced) return;
  table->most_unplaced = unplaced;
  size_t at = laglens_append(text, sizeof text, 0, "threads that found no place among those the agent follows: ");
  laglens_append_number(text, sizeof text, at, unplaced);
  laglens_report_log(&agent->memory->stream, 2, text);
}
