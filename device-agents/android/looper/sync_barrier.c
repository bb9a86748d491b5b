#include "sync_barrier.h"

#include "../../core/wire_schema.h"

/* A traversal takes its barrier away within a frame or two. */
enum { OLD_US = 10000000, AGAIN_US = 10000000 };

static jclass barrier; /* global */
static jmethodID since;
static uint64_t reported_since_us; /* 0 none */
static uint64_t reported_us;

void laglens_sync_barrier_load(laglens_jni jni) {
  if (barrier != NULL) return;
  jclass local = jni_find_class(jni, "laglens/SyncBarrier");
  if (local == NULL) return;
  since = jni_static_method(jni, local, "since", "()J");
  if (since != NULL) barrier = jni_new_global(jni, local);
  jni_delete_local(jni, local);
}

static void report(struct laglens_agent *agent, uint64_t since_us, uint64_t now_us, bool is_over) {
  struct laglens_stream *stream = &agent->memory->stream;
  laglens_begin(&stream->writer, LAGLENS_MSG_SYNC_BARRIER);
  laglens_put_time(&stream->writer, since_us);
  laglens_put_time(&stream->writer, now_us);
  laglens_put(&stream->writer, is_over);
  laglens_stream_send(stream, true);
  reported_since_us = is_over ? 0 : since_us;
  reported_us = now_us;
}

void laglens_sync_barrier_report_second(struct laglens_agent *agent, laglens_jni jni, uint64_t now_us) {
  if (barrier == NULL || !agent->capture.connected || !agent->can[LAGLENS_CAN_MESSAGES]) return;
  if (__atomic_load_n(&agent->dying, __ATOMIC_RELAXED)) return;
  int64_t since_ms = jni_call_static_long(jni, barrier, since, NULL);
  uint64_t since_us = since_ms > 0 ? (uint64_t)since_ms * 1000 : 0;
  bool is_old = since_us != 0 && since_us < now_us && now_us - since_us >= OLD_US;
  if (reported_since_us != 0 && (!is_old || since_us != reported_since_us)) report(agent, reported_since_us, now_us, true);
  if (is_old && (reported_since_us == 0 || now_us - reported_us >= AGAIN_US)) report(agent, since_us, now_us, false);
}
