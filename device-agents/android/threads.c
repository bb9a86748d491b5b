#include "threads.h"

#include "../core/text.h"
#include "../core/wire_schema.h"
#include "../linux/kernel.h"
#include "agent.h"
#include "allocations_art.h"
#include "app_watch.h"
#include "flight.h"
#include "kernel_tids.h"
#include "waits.h"

static uint32_t next_id = 1;
static uint32_t claiming; /* one claim at a time: a thread can start while the list of threads is read */
static bool table_full;
static uint32_t used; /* slots that were ever taken: the rest need not be looked at */

static void lock_claims(void) {
  while (__atomic_exchange_n(&claiming, 1, __ATOMIC_ACQUIRE) != 0) laglens_wait(NULL, 0, 50);
}
static void unlock_claims(void) { __atomic_store_n(&claiming, 0, __ATOMIC_RELEASE); }

static struct laglens_thread *free_slot(struct laglens_agent *agent) {
  for (uint32_t i = 0; i < LAGLENS_THREADS; i++) {
    if (__atomic_load_n(&agent->memory->threads[i].state, __ATOMIC_ACQUIRE) != LAGLENS_SLOT_FREE) continue;
    if (i + 1 > used) __atomic_store_n(&used, i + 1, __ATOMIC_RELEASE);
    return &agent->memory->threads[i];
  }
  table_full = true;
  return NULL;
}

/* Gives the thread a slot unless it has one; `tid` 0 when the caller is another thread. */
static void claim(struct laglens_agent *agent, laglens_jni jni, jthread thread, int tid) {
  lock_claims();
  struct laglens_thread *slot = jvmti_get_local(agent->jvmti, thread);
  if (slot == NULL && (slot = free_slot(agent)) != NULL) {
    *slot = (struct laglens_thread){.state = LAGLENS_SLOT_TAKEN, .id = next_id++, .tid = tid, .ref = jni_new_global(jni, thread)};
    /* A thread that begins here has made nothing yet: all that it makes is told. */
    slot->run.allocated_known = tid != 0 && agent->capture.connected && agent->capture.allocations;
    bool kept = slot->ref != NULL && jvmti_set_local(agent->jvmti, thread, slot) == ERROR_NONE;
    if (!kept) jni_delete_global(jni, slot->ref);
    __atomic_store_n(&slot->state, kept ? LAGLENS_SLOT_LIVE : LAGLENS_SLOT_FREE, __ATOMIC_RELEASE);
  } else if (slot != NULL && tid != 0) {
    __atomic_store_n(&slot->tid, tid, __ATOMIC_RELEASE);
  }
  unlock_claims();
}

void laglens_on_thread_start(laglens_jvmti jvmti, laglens_jni jni, jthread thread) {
  (void)jvmti;
  laglens_art_counter_free();
  if (laglens_enter_flight()) claim(&laglens_agent, jni, thread, laglens_gettid());
  laglens_leave_flight();
}

void laglens_on_thread_end(laglens_jvmti jvmti, laglens_jni jni, jthread thread) {
  (void)jni;
  struct laglens_thread *slot = laglens_enter_flight() ? jvmti_get_local(jvmti, thread) : NULL;
  if (slot != NULL) {
    slot->ended_us = laglens_now_us();
    jvmti_set_local(jvmti, thread, NULL);
    __atomic_store_n(&slot->counter, NULL, __ATOMIC_RELEASE);
    __atomic_store_n(&slot->state, LAGLENS_SLOT_ENDED, __ATOMIC_RELEASE);
  }
  laglens_leave_flight();
  laglens_art_counter_free();
}

struct laglens_thread *laglens_thread_self(void) {
  struct laglens_thread *slot = jvmti_get_local(laglens_agent.jvmti, NULL);
  if (slot != NULL && __atomic_load_n(&slot->tid, __ATOMIC_RELAXED) == 0) __atomic_store_n(&slot->tid, laglens_gettid(), __ATOMIC_RELEASE);
  return slot;
}

struct laglens_thread *laglens_thread_of(struct laglens_agent *agent, jthread thread) {
  return thread == NULL ? NULL : jvmti_get_local(agent->jvmti, thread);
}

void laglens_threads_set_main(struct laglens_agent *agent, struct laglens_thread *thread) {
  if (agent->main == thread) return;
  if (agent->main != NULL) agent->main->flags &= ~(uint32_t)LAGLENS_THREAD_MAIN, agent->main->told = false;
  thread->flags |= LAGLENS_THREAD_MAIN;
  thread->told = false;
  agent->main = thread;
  /* On Android the main thread is the one that the process began with. */
  if (agent->is_art && thread->tid == 0) __atomic_store_n(&thread->tid, laglens_getpid(), __ATOMIC_RELEASE);
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
  if (laglens_equal(slot->name, LAGLENS_FRAMES_THREAD)) slot->flags |= LAGLENS_THREAD_OWN;
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

static void tell_one(struct laglens_agent *agent, struct laglens_thread *slot) {
  struct laglens_writer *writer = &agent->memory->stream.writer;
  int tid = __atomic_load_n(&slot->tid, __ATOMIC_ACQUIRE);
  if (slot->told && slot->told_tid == tid) return;
  laglens_begin(writer, LAGLENS_MSG_THREAD);
  laglens_put(writer, slot->id);
  laglens_put(writer, (uint64_t)tid);
  laglens_put_text(writer, slot->name);
  laglens_put_text(writer, slot->group);
  laglens_put(writer, slot->flags);
  laglens_put_time(writer, laglens_now_us());
  slot->told = laglens_stream_send(&agent->memory->stream, true);
  slot->told_tid = tid;
}

/* The thread is gone: says so and frees its slot. */
static void retire(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *slot) {
  struct laglens_stream *stream = &agent->memory->stream;
  if (slot->told && agent->capture.connected) {
    laglens_begin(&stream->writer, LAGLENS_MSG_THREAD_END);
    laglens_put(&stream->writer, slot->id);
    laglens_put_time(&stream->writer, slot->ended_us);
    if (!laglens_stream_send(stream, true)) return; /* told at the next round */
  }
  if (agent->main == slot) agent->main = NULL;
  laglens_wait_forget(jni, slot);
  jni_delete_weak(jni, __atomic_exchange_n(&slot->wait.object, NULL, __ATOMIC_ACQ_REL));
  jni_delete_global(jni, slot->ref);
  slot->ref = NULL;
  __atomic_store_n(&slot->state, LAGLENS_SLOT_FREE, __ATOMIC_RELEASE);
}

static bool has_main_name(const struct laglens_agent *agent, const struct laglens_thread *slot) {
  return laglens_equal(slot->name, agent->options.main);
}

void laglens_threads_tell(struct laglens_agent *agent, laglens_jni jni) {
  for (uint32_t i = 0; i < laglens_threads_used(); i++) {
    struct laglens_thread *slot = &agent->memory->threads[i];
    uint32_t state = __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE);
    if (state == LAGLENS_SLOT_ENDED) retire(agent, jni, slot);
    if (state != LAGLENS_SLOT_LIVE) continue;
    if (!slot->described) {
      if (!describe(agent, jni, slot)) continue;
      if (agent->main == NULL && has_main_name(agent, slot)) laglens_threads_set_main(agent, slot);
    }
    if (agent->capture.connected) tell_one(agent, slot);
  }
}

void laglens_threads_check_name(struct laglens_agent *agent, laglens_jni jni) {
  static uint32_t at;
  for (uint32_t looked = 0, most = laglens_threads_used(); looked < most; looked++) {
    at = at + 1 < most ? at + 1 : 0;
    struct laglens_thread *slot = &agent->memory->threads[at];
    if (__atomic_load_n(&slot->state, __ATOMIC_ACQUIRE) != LAGLENS_SLOT_LIVE || !slot->described) continue;
    if (describe(agent, jni, slot)) slot->told = false;
    return;
  }
}

void laglens_threads_forget_told(struct laglens_agent *agent, laglens_jni jni) {
  for (uint32_t i = 0; i < laglens_threads_used(); i++) {
    struct laglens_thread *slot = &agent->memory->threads[i];
    slot->told = false;
    laglens_run_forget(&slot->run);
    laglens_wait_forget(jni, slot);
  }
}

void laglens_threads_begin(struct laglens_agent *agent, laglens_jni jni) {
  int32_t count = 0;
  jthread *threads = NULL;
  jvmti_set_event(agent->jvmti, true, EVENT_THREAD_START, NULL);
  jvmti_set_event(agent->jvmti, true, EVENT_THREAD_END, NULL);
  if (jvmti_all_threads(agent->jvmti, &count, &threads) == ERROR_NONE) {
    for (int32_t i = 0; i < count; i++) {
      claim(agent, jni, threads[i], 0);
      jni_delete_local(jni, threads[i]);
    }
    jvmti_free(agent->jvmti, threads);
  }
  struct laglens_thread *own = laglens_thread_self();
  if (own != NULL) own->flags |= LAGLENS_THREAD_OWN;
  laglens_threads_tell(agent, jni);
  laglens_find_kernel_tids(agent);
}

void laglens_threads_end(struct laglens_agent *agent, laglens_jni jni) {
  jvmti_set_event(agent->jvmti, false, EVENT_THREAD_START, NULL);
  jvmti_set_event(agent->jvmti, false, EVENT_THREAD_END, NULL);
  for (uint32_t i = 0; i < laglens_threads_used(); i++) {
    struct laglens_thread *slot = &agent->memory->threads[i];
    if (slot->ref == NULL) continue;
    jvmti_set_local(agent->jvmti, slot->ref, NULL);
    slot->told = false;
    retire(agent, jni, slot);
  }
  agent->main = NULL;
}

bool laglens_threads_full(void) { return table_full; }

uint32_t laglens_threads_used(void) { return __atomic_load_n(&used, __ATOMIC_ACQUIRE); }
