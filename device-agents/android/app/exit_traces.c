#include "exit_traces.h"

#include "../../core/text.h"
#include "../../core/wire_schema.h"

/* A piece takes 48 KiB at most. Samples keep three quarters of the ring. */
enum { NOTHING_LEFT, NOT_READY, MORE }; /* as in ExitTraces.java */
enum { PIECES_A_SECOND = 4, MOST_FILL = LAGLENS_RING_BYTES / 4, TEXT_BYTES = 64 * 1024 };

static jclass traces; /* global */
static jmethodID report;
static bool is_new_host, is_due;
/* Of the agent's thread during `report`, NULL outside: only it may write into the stream. */
static struct laglens_stream *reporting;

/* static native void ExitTraces.piece(...), within `report` on the agent's thread */
static void on_piece(laglens_jni jni, jclass type, int64_t wall_ms, int32_t pid, int32_t reason, int32_t from, int32_t rest, jobject piece) {
  struct laglens_stream *stream = reporting;
  if (stream == NULL) return;
  const char *text = jni_string_chars(jni, piece);
  (void)type;
  if (text == NULL) return;
  size_t length = laglens_length(text);
  laglens_begin(&stream->writer, LAGLENS_MSG_EXIT_TRACE);
  laglens_put_time(&stream->writer, laglens_now_us());
  laglens_put(&stream->writer, wall_ms > 0 ? (uint64_t)wall_ms * 1000 : 0);
  laglens_put(&stream->writer, (uint32_t)pid);
  laglens_put(&stream->writer, (uint32_t)reason);
  laglens_put(&stream->writer, (uint32_t)from);
  laglens_put(&stream->writer, (uint32_t)rest);
  laglens_put_bytes(&stream->writer, text, length < TEXT_BYTES ? length : TEXT_BYTES);
  laglens_stream_send(stream, false);
  jni_release_chars(jni, piece, text);
}

/* static native void ExitTraces.failed(String), within `report` */
static void on_failed(laglens_jni jni, jclass type, jobject why) {
  char line[256];
  if (reporting == NULL) return;
  const char *text = jni_string_chars(jni, why);
  (void)type;
  laglens_append(line, sizeof line, laglens_append(line, sizeof line, 0, "Android's traces of ANRs cannot be read: "), text == NULL ? "" : text);
  if (text != NULL) jni_release_chars(jni, why, text);
  laglens_report_log(reporting, 2, line);
}

void laglens_exit_traces_load(laglens_jni jni) {
  static const struct laglens_native_method natives[] = {
      {"piece", "(JIIIILjava/lang/String;)V", (void *)on_piece},
      {"failed", "(Ljava/lang/String;)V", (void *)on_failed},
  };
  if (traces != NULL) return;
  jclass local = jni_find_class(jni, "laglens/ExitTraces");
  if (local == NULL) return;
  if (jni_register(jni, local, natives, sizeof natives / sizeof natives[0])) {
    report = jni_static_method(jni, local, "report", "(Z)I");
    if (report != NULL) traces = jni_new_global(jni, local);
  }
  jni_delete_local(jni, local);
}

void laglens_exit_traces_forget_reported(void) { is_new_host = is_due = true; }

void laglens_exit_traces_report_second(struct laglens_agent *agent, laglens_jni jni) {
  if (!is_due || traces == NULL || !agent->capture.connected || !agent->can[LAGLENS_CAN_MESSAGES]) return;
  if (__atomic_load_n(&agent->dying, __ATOMIC_RELAXED)) return;
  int32_t state = MORE;
  for (uint32_t calls = 0; state == MORE && calls < PIECES_A_SECOND; calls++) {
    if (laglens_ring_fill(&agent->memory->stream.ring) > MOST_FILL) return;
    laglens_jvalue argument = {.z = is_new_host};
    is_new_host = false;
    reporting = &agent->memory->stream;
    state = jni_call_static_int(jni, traces, report, &argument);
    reporting = NULL;
  }
  is_due = state != NOTHING_LEFT;
}
