#include "owners.h"

#include "../../core/wire_schema.h"
#include "../sampling/stacks.h"
#include "../vm/method_names.h"
#include "waits.h"

enum { LOCAL_REFS = 32 };

/* java.util.concurrent: what a thread is parked on, and who holds it if it is an exclusive lock. */
static jclass lock_support;         /* global */
static jmethodID get_blocker;       /* static Object LockSupport.getBlocker(Thread) */
static jclass ownable_synchronizer; /* global */
static jmethodID exclusive_owner;   /* Thread AbstractOwnableSynchronizer.getExclusiveOwnerThread(), which is no hidden API */

static jclass global_class(laglens_jni jni, const char *name) {
  jclass local = jni_find_class(jni, name);
  jclass global = local == NULL ? NULL : jni_new_global(jni, local);
  jni_delete_local(jni, local);
  return global;
}

void laglens_owners_begin(laglens_jni jni) {
  lock_support = global_class(jni, "java/util/concurrent/locks/LockSupport");
  ownable_synchronizer = global_class(jni, "java/util/concurrent/locks/AbstractOwnableSynchronizer");
  if (lock_support != NULL) get_blocker = jni_static_method(jni, lock_support, "getBlocker", "(Ljava/lang/Thread;)Ljava/lang/Object;");
  if (ownable_synchronizer != NULL) exclusive_owner = jni_method(jni, ownable_synchronizer, "getExclusiveOwnerThread", "()Ljava/lang/Thread;");
}

void laglens_owners_end(laglens_jni jni) {
  jni_delete_global(jni, lock_support);
  jni_delete_global(jni, ownable_synchronizer);
  lock_support = ownable_synchronizer = NULL;
}

/* The object as a local reference; NULL unknown. */
static jobject find_object(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread) {
  jobject object = NULL;
  /* Noted by the thread when it began to wait; taken from it, so that it is deleted once. */
  jobject weak = __atomic_exchange_n(&thread->wait.object, NULL, __ATOMIC_ACQ_REL);
  bool is_its_own = thread->reported_wait.kind == LAGLENS_WAIT_PARK && laglens_parks_by_waiting(agent, thread->run.node);
  /* Event turns are odd: what is seen in samples only was not noted, and this is of an earlier wait. */
  bool is_noted = (thread->reported_wait.turn & 1u) != 0;
  if (weak != NULL && is_noted && !is_its_own) object = jni_new_local(jni, weak);
  jni_delete_weak(jni, weak);
  if (object != NULL) return object;
  if (thread->reported_wait.kind == LAGLENS_WAIT_PARK) {
    laglens_jvalue argument = {.l = thread->ref};
    if (get_blocker != NULL) object = jni_call_static_object(jni, lock_support, get_blocker, &argument);
  } else if (agent->can[LAGLENS_CAN_CONTENDED] && jvmti_contended_monitor(agent->jvmti, thread->ref, &object) != ERROR_NONE) {
    object = NULL;
  }
  return object;
}

jobject laglens_waited_object(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread, uint32_t *class_name) {
  jobject weak = NULL;
  *class_name = 0;
  if (!jni_push_frame(jni, LOCAL_REFS)) return NULL;
  jobject object = find_object(agent, jni, thread);
  if (object != NULL) {
    *class_name = laglens_class_of_object(agent, jni, object);
    weak = jni_new_weak(jni, object);
  }
  jni_pop_frame(jni);
  return weak;
}

/* Owner of a monitor. On ART this stops all threads for some 0.1 ms: asked rarely. */
static jthread monitor_owner(struct laglens_agent *agent, jobject object, uint32_t *waiters) {
  struct laglens_monitor_usage usage = {0};
  if (!agent->can[LAGLENS_CAN_LOCK_OWNERS] || jvmti_monitor_usage(agent->jvmti, object, &usage) != ERROR_NONE) return NULL;
  *waiters = (uint32_t)usage.waiter_count;
  jvmti_free(agent->jvmti, usage.waiters);
  jvmti_free(agent->jvmti, usage.notify_waiters);
  return usage.owner;
}

static struct laglens_thread *owner_of(struct laglens_agent *agent, laglens_jni jni, uint32_t kind, jobject object, uint32_t *waiters) {
  if (kind == LAGLENS_WAIT_MONITOR) return laglens_thread_of(agent, monitor_owner(agent, object, waiters));
  bool ownable = exclusive_owner != NULL && jni_is_instance(jni, object, ownable_synchronizer);
  *waiters = 1;
  return ownable ? laglens_thread_of(agent, jni_call_object(jni, object, exclusive_owner)) : NULL;
}

/* The stack in which the owner holds the object, 0 unknown: an owner that let go since it was asked for was walked elsewhere. */
static uint32_t holding_node(struct laglens_agent *agent, laglens_jni jni, struct laglens_reported_wait *reported, jobject object) {
  struct laglens_thread *owner = reported->owner_slot;
  uint32_t node = 0, waiters = 0;
  if (reported->node_owner != owner->id) reported->node_owner = owner->id, reported->owner_node = 0;
  if (!owner->reported || !laglens_walk(agent, jni, owner, &node) || node == 0) return 0;
  if (laglens_state_of(agent, owner->ref, node) == LAGLENS_BLOCKED) node = laglens_node_at_lock(agent, node);
  /* It was confirmed before. */
  if (node == reported->owner_node) return node;
  return owner_of(agent, jni, reported->kind, object, &waiters) == owner ? reported->owner_node = node : 0;
}

static void report(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread, jobject object, uint32_t waiters) {
  struct laglens_stream *stream = &agent->memory->stream;
  struct laglens_reported_wait *reported = &thread->reported_wait;
  uint64_t held_us = laglens_now_us();
  uint32_t node = holding_node(agent, jni, reported, object);
  if (!laglens_report_node(stream, node)) return;
  laglens_begin(&stream->writer, LAGLENS_MSG_WAIT_OWNER);
  laglens_put(&stream->writer, thread->id);
  laglens_put_time(&stream->writer, held_us);
  laglens_put(&stream->writer, reported->owner_slot->reported ? reported->owner : 0);
  laglens_put(&stream->writer, node);
  laglens_put(&stream->writer, waiters);
  laglens_put(&stream->writer, reported->object);
  laglens_stream_send(stream, true);
}

void laglens_report_owner(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread) {
  struct laglens_reported_wait *reported = &thread->reported_wait;
  uint32_t waiters = 0;
  if (!jni_push_frame(jni, LOCAL_REFS)) return;
  jobject object = jni_new_local(jni, reported->object_ref);
  struct laglens_thread *owner = object == NULL ? NULL : owner_of(agent, jni, reported->kind, object, &waiters);
  reported->owner = owner == NULL ? 0 : owner->id;
  reported->owner_slot = owner;
  if (owner != NULL) {
    laglens_thread_read_priority(owner);
    report(agent, jni, thread, object, waiters);
  }
  jni_pop_frame(jni);
}

uint32_t laglens_wait_outcome(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread) {
  const struct laglens_reported_wait *reported = &thread->reported_wait;
  uint32_t outcome = LAGLENS_OUTCOME_UNKNOWN, waiters = 0;
  if (reported->kind != LAGLENS_WAIT_PARK || reported->owner == 0 || reported->object_ref == NULL || !jni_push_frame(jni, LOCAL_REFS)) return outcome;
  jobject object = jni_new_local(jni, reported->object_ref);
  if (object != NULL) {
    struct laglens_thread *owner = owner_of(agent, jni, reported->kind, object, &waiters);
    if (owner == thread) outcome = LAGLENS_OUTCOME_GOT_IT;
    else outcome = owner != NULL && owner->id == reported->owner ? LAGLENS_OUTCOME_STILL_HELD : LAGLENS_OUTCOME_RELEASED;
  }
  jni_pop_frame(jni);
  return outcome;
}
