#include "waits.h"

#include "../../core/wire_schema.h"
#include "../attach/flight.h"
#include "../vm/kernel_tids.h"
#include "../vm/method_names.h"
#include "owners.h"

/* A wait is worth a question (its object, its owner) after this long. Then again, ever more rarely. */
enum { ASK_AFTER_US = 20000, ASK_AGAIN_US = 200000, ASK_AGAIN_MOST_US = 1000000 };
/* Of a thread that holds up main: often at first, as the owner may change, most often while the owner moves; then five times a second. */
enum { ASK_MAIN_OFTEN = 50, ASK_MAIN_MOVING_US = 20000, ASK_MAIN_AGAIN_US = 50000, ASK_MAIN_LATER_US = 200000 };
/* Marks a reported wait that no event announced: it was seen in samples. Event turns of waits are odd. */
enum { SEEN_IN_SAMPLES = 2 };

/* Whose waits the virtual machine reports. */
static enum laglens_waits heard;
static struct laglens_thread *heard_main; /* the one thread, where it is one */
static uint64_t all_heard_us;              /* since when everybody's are */

static void hear(struct laglens_agent *agent, bool on, jthread thread) {
  jvmti_set_event(agent->jvmti, on, EVENT_MONITOR_WAIT, thread);
  jvmti_set_event(agent->jvmti, on, EVENT_MONITOR_WAITED, thread);
}

static enum laglens_waits wanted(const struct laglens_agent *agent) {
  enum laglens_waits most = agent->options.waits;
  return most == LAGLENS_WAITS_OF_MAIN && (agent->main == NULL || !laglens_tids_known(agent)) ? LAGLENS_WAITS_OF_ALL : most;
}

void laglens_waits_choose(struct laglens_agent *agent) {
  if (!agent->can[LAGLENS_CAN_LOCK_EVENTS]) return;
  enum laglens_waits now = agent->watching ? wanted(agent) : LAGLENS_WAITS_OF_NOBODY;
  if (now == heard && (now != LAGLENS_WAITS_OF_MAIN || heard_main == agent->main)) return;
  /* The next ones are heard before the last ones are not: main misses no wait. */
  if (now != LAGLENS_WAITS_OF_NOBODY) hear(agent, true, now == LAGLENS_WAITS_OF_MAIN ? agent->main->ref : NULL);
  if (heard == LAGLENS_WAITS_OF_MAIN && heard_main->ref != NULL) hear(agent, false, heard_main->ref);
  if (heard == LAGLENS_WAITS_OF_ALL) hear(agent, false, NULL);
  if (now == LAGLENS_WAITS_OF_ALL) all_heard_us = laglens_now_us();
  heard = now;
  heard_main = now == LAGLENS_WAITS_OF_MAIN ? agent->main : NULL;
}

void laglens_waits_watch(struct laglens_agent *agent, bool on) {
  if (!agent->can[LAGLENS_CAN_LOCK_EVENTS]) return;
  jvmti_set_event(agent->jvmti, on, EVENT_MONITOR_CONTENDED_ENTER, NULL);
  jvmti_set_event(agent->jvmti, on, EVENT_MONITOR_CONTENDED_ENTERED, NULL);
  laglens_waits_choose(agent);
}

static void note_begin(laglens_jni jni, uint32_t kind, jobject object) {
  struct laglens_thread *self = laglens_enter_flight() != NULL ? laglens_thread_self() : NULL;
  if (self != NULL) {
    struct laglens_wait *wait = &self->wait;
    jni_delete_weak(jni, __atomic_exchange_n(&wait->object, jni_new_weak(jni, object), __ATOMIC_ACQ_REL));
    __atomic_store_n(&wait->kind, kind, __ATOMIC_RELAXED);
    __atomic_store_n(&wait->begin_us, laglens_now_us(), __ATOMIC_RELAXED);
    /* Odd, and another one than before even if the end before was not heard. */
    __atomic_store_n(&wait->turn, (wait->turn | 1u) == wait->turn ? wait->turn + 2 : wait->turn + 1, __ATOMIC_RELEASE);
  }
  laglens_leave_flight();
}

static void note_end(laglens_jni jni) {
  struct laglens_thread *self = laglens_enter_flight() != NULL ? laglens_thread_self() : NULL;
  if (self != NULL && (self->wait.turn & 1u) != 0) {
    __atomic_store_n(&self->wait.end_us, laglens_now_us(), __ATOMIC_RELAXED);
    __atomic_store_n(&self->wait.turn, self->wait.turn + 1, __ATOMIC_RELEASE);
    jni_delete_weak(jni, __atomic_exchange_n(&self->wait.object, NULL, __ATOMIC_ACQ_REL));
  }
  laglens_leave_flight();
}

void laglens_on_contended_enter(laglens_jvmti jvmti, laglens_jni jni, jthread thread, jobject object) {
  (void)jvmti, (void)thread;
  note_begin(jni, LAGLENS_WAIT_MONITOR, object);
}

void laglens_on_contended_entered(laglens_jvmti jvmti, laglens_jni jni, jthread thread, jobject object) {
  (void)jvmti, (void)thread, (void)object;
  note_end(jni);
}

void laglens_on_monitor_wait(laglens_jvmti jvmti, laglens_jni jni, jthread thread, jobject object, int64_t timeout_ms) {
  (void)jvmti, (void)thread, (void)timeout_ms;
  note_begin(jni, LAGLENS_WAIT_OBJECT, object);
}

void laglens_on_monitor_waited(laglens_jvmti jvmti, laglens_jni jni, jthread thread, jobject object, uint8_t timed_out) {
  (void)jvmti, (void)thread, (void)object, (void)timed_out;
  note_end(jni);
}

void laglens_wait_forget(laglens_jni jni, struct laglens_thread *thread) {
  jni_delete_weak(jni, thread->reported_wait.object_ref);
  thread->reported_wait = (struct laglens_reported_wait){0};
}

/* The kind of wait that the last sample saw, 0 none. */
static uint32_t kind_in_samples(const struct laglens_run *run) {
  if (!run->open) return 0;
  switch (run->state) {
    case LAGLENS_BLOCKED: return LAGLENS_WAIT_MONITOR;
    case LAGLENS_WAITING: return LAGLENS_WAIT_OBJECT;
    case LAGLENS_PARKED: return LAGLENS_WAIT_PARK;
    default: return 0;
  }
}

/* Whether the wait that the thread noted last is known to its end: one may have been missed before the watch, or while nobody listened. */
static bool is_followed(const struct laglens_agent *agent, const struct laglens_thread *thread) {
  uint64_t begin_us = __atomic_load_n(&thread->wait.begin_us, __ATOMIC_RELAXED);
  if (begin_us < agent->watch_us) return false;
  if (__atomic_load_n(&thread->wait.kind, __ATOMIC_RELAXED) == LAGLENS_WAIT_MONITOR || thread == heard_main) return true;
  return heard == LAGLENS_WAITS_OF_ALL && (begin_us >= all_heard_us || thread == agent->main);
}

/* The wait that is on now, as `reported` would name it; turn 0 none. */
static struct laglens_reported_wait current_wait(const struct laglens_agent *agent, const struct laglens_thread *thread) {
  struct laglens_reported_wait now = {0};
  const struct laglens_run *run = &thread->run;
  uint32_t turn = __atomic_load_n(&thread->wait.turn, __ATOMIC_ACQUIRE);
  uint32_t by_state = kind_in_samples(run);
  /* ART sleeps by waiting for an object that nobody knows. */
  if (run->open && run->state == LAGLENS_SLEEPING) return now;
  if ((turn & 1u) != 0 && is_followed(agent, thread)) {
    now.turn = turn;
    now.begin_us = __atomic_load_n(&thread->wait.begin_us, __ATOMIC_RELAXED);
    now.kind = __atomic_load_n(&thread->wait.kind, __ATOMIC_RELAXED);
    /* From Android 10 on parking fires the same event as Object.wait: the stack distinguishes them. */
    if (now.kind == LAGLENS_WAIT_OBJECT && by_state == LAGLENS_WAIT_PARK) now.kind = LAGLENS_WAIT_PARK;
  } else if (by_state != 0) {
    now.turn = SEEN_IN_SAMPLES;
    now.begin_us = run->begin_us;
    now.kind = by_state;
  }
  return now;
}

static void report_end(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread) {
  struct laglens_stream *stream = &agent->memory->stream;
  const struct laglens_reported_wait *reported = &thread->reported_wait;
  uint64_t end_us = laglens_now_us();
  uint32_t outcome = reported->announced ? laglens_wait_outcome(agent, jni, thread) : LAGLENS_OUTCOME_UNKNOWN;
  if (reported->turn == SEEN_IN_SAMPLES) end_us = thread->run.open ? thread->run.begin_us : end_us;
  else if (__atomic_load_n(&thread->wait.turn, __ATOMIC_ACQUIRE) == reported->turn + 1) {
    end_us = __atomic_load_n(&thread->wait.end_us, __ATOMIC_RELAXED);
    /* Nothing else ends the wait for a monitor. */
    if (reported->kind == LAGLENS_WAIT_MONITOR) outcome = LAGLENS_OUTCOME_GOT_IT;
  }
  if (reported->announced) {
    laglens_begin(&stream->writer, LAGLENS_MSG_WAIT_END);
    laglens_put(&stream->writer, thread->id);
    laglens_put_time(&stream->writer, end_us);
    if (outcome != LAGLENS_OUTCOME_UNKNOWN) laglens_put(&stream->writer, outcome);
    laglens_stream_send(stream, true);
  }
  laglens_wait_forget(jni, thread);
}

static void report_begin(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread) {
  struct laglens_stream *stream = &agent->memory->stream;
  struct laglens_reported_wait *reported = &thread->reported_wait;
  /* Of a report that was refused before. */
  jni_delete_weak(jni, reported->object_ref);
  reported->object_ref = laglens_waited_object(agent, jni, thread, &reported->object);
  if (!laglens_report_string(stream, reported->object)) return;
  laglens_begin(&stream->writer, LAGLENS_MSG_WAIT_BEGIN);
  laglens_put(&stream->writer, thread->id);
  laglens_put_time(&stream->writer, reported->begin_us);
  laglens_put(&stream->writer, reported->kind);
  laglens_put(&stream->writer, reported->object);
  reported->announced = laglens_stream_send(stream, true);
}

/* True for a sample of this wait, not of what was before: the event alone does not distinguish a park from Object.wait. */
static bool is_sampled(const struct laglens_run *run, const struct laglens_reported_wait *now) {
  return kind_in_samples(run) != 0 && run->seen_us >= now->begin_us;
}

/* Without samples, as where they are lost, the event is all that will be known. */
static bool is_time_to_report(const struct laglens_agent *agent, const struct laglens_thread *thread, const struct laglens_reported_wait *now) {
  bool is_sure = now->kind == LAGLENS_WAIT_MONITOR || !thread->run.open || is_sampled(&thread->run, now);
  if (is_sure && laglens_now_us() - now->begin_us >= ASK_AFTER_US) return true;
  return thread == agent->main && now->turn != SEEN_IN_SAMPLES && is_sampled(&thread->run, now);
}

static bool time_to_ask(const struct laglens_reported_wait *reported, bool holds_up_main, uint64_t now_us) {
  if (reported->asked == 0) return now_us - reported->begin_us >= ASK_AFTER_US;
  if (holds_up_main) {
    bool is_moving = reported->owner != 0 && reported->owner_slot->run.begin_us > reported->asked_us;
    uint64_t often_us = is_moving ? ASK_MAIN_MOVING_US : ASK_MAIN_AGAIN_US;
    return now_us - reported->asked_us >= (reported->asked < ASK_MAIN_OFTEN ? often_us : ASK_MAIN_LATER_US);
  }
  uint64_t gap_us = reported->asked > 3 ? ASK_AGAIN_MOST_US : (uint64_t)ASK_AGAIN_US * reported->asked;
  return now_us - reported->asked_us >= gap_us;
}

struct laglens_thread *laglens_wait_owner(const struct laglens_thread *thread) {
  const struct laglens_reported_wait *reported = &thread->reported_wait;
  bool is_known = reported->turn != 0 && reported->owner != 0 && reported->owner_slot->id == reported->owner;
  return is_known ? reported->owner_slot : NULL;
}

void laglens_waits_check(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread, bool holds_up_main) {
  struct laglens_reported_wait *reported = &thread->reported_wait;
  struct laglens_reported_wait now = current_wait(agent, thread);
  /* A wait first seen in a sample may get its event late; it is the same one if it began no later. */
  if (reported->turn == SEEN_IN_SAMPLES && now.turn > SEEN_IN_SAMPLES && now.begin_us <= reported->begin_us) reported->turn = now.turn;
  /* And one that the events no longer cover goes on in samples. */
  if (now.turn == SEEN_IN_SAMPLES && reported->turn > SEEN_IN_SAMPLES && !is_followed(agent, thread)) {
    reported->turn = now.turn;
    reported->begin_us = now.begin_us;
  }
  bool same = reported->turn == now.turn && (now.turn != SEEN_IN_SAMPLES || reported->begin_us == now.begin_us);
  if (reported->turn != 0 && !same) report_end(agent, jni, thread);
  if (now.turn == 0) return;
  if (reported->turn == 0) *reported = now;
  /* The first sample of the wait may come later than its event. */
  if (!reported->announced) reported->kind = now.kind;
  if (!reported->announced && is_time_to_report(agent, thread, reported)) report_begin(agent, jni, thread);
  uint64_t now_us = laglens_now_us();
  if (!reported->announced || reported->object_ref == NULL || reported->kind == LAGLENS_WAIT_OBJECT || !time_to_ask(reported, holds_up_main, now_us)) return;
  reported->asked++;
  reported->asked_us = now_us;
  laglens_report_owner(agent, jni, thread);
}
