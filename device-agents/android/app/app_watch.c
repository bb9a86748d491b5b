#include "app_watch.h"

#include "../../core/facts/facts.h"
#include "../../core/facts/shown_screens.h"
#include "../../core/text.h"
#include "../../core/wire_schema.h"
#include "../attach/flight.h"
#include "screens.h"

static jclass watch; /* global */
static jmethodID want;
static enum laglens_app_watch wanted, asked;

static uint32_t in_time, period_us, unreported; /* by the frames' thread */
static uint64_t phase_us;           /* when the phase began */
static uint32_t phase;              /* 0 unknown */

/* By the constants of laglens.AppWatch. */
static const char *const unseen[] = {"late frames and phases", "late frames", "fragments"};
enum { PARTS = sizeof unseen / sizeof unseen[0] };
/* Why a part is not watched. The text stands when `has_failed` is 1; 2 when it was reported. */
static struct {
  uint32_t has_failed;
  char why[160];
} failures[PARTS];

/* static native void AppWatch.phase(int), on the main thread */
static void on_phase(laglens_jni jni, jclass type, int32_t number) {
  struct laglens_event event = {.at_us = laglens_now_us(), .kind = LAGLENS_EVENT_LIFECYCLE, .what = number};
  (void)jni, (void)type;
  struct laglens_memory *memory = laglens_enter_flight();
  if (memory != NULL) laglens_events_put(&memory->events, &event);
  laglens_leave_flight();
}

/* static native void AppWatch.frame(long, long, long, boolean), on the frames' thread */
static void on_frame(laglens_jni jni, jclass type, int64_t came_us, int64_t late_us, int64_t one_us, uint8_t is_first) {
  (void)jni, (void)type;
  __atomic_store_n(&period_us, (uint32_t)one_us, __ATOMIC_RELAXED);
  if (late_us == 0) {
    __atomic_fetch_add(&in_time, 1, __ATOMIC_RELAXED);
    return;
  }
  uint32_t late = late_us < UINT32_MAX ? (uint32_t)late_us : UINT32_MAX;
  struct laglens_event event = {(uint64_t)came_us, LAGLENS_EVENT_LATE_FRAME, late, (uint32_t)one_us, is_first};
  struct laglens_memory *memory = laglens_enter_flight();
  if (memory != NULL) laglens_events_put(&memory->events, &event);
  laglens_leave_flight();
}

/* static native void AppWatch.lost(int), on the frames' thread */
static void on_lost(laglens_jni jni, jclass type, int32_t frames) {
  (void)jni, (void)type;
  __atomic_fetch_add(&unreported, (uint32_t)frames, __ATOMIC_RELAXED);
}

/* static native void AppWatch.failed(int, String), once for each part */
static void on_failed(laglens_jni jni, jclass type, int32_t part, jobject why) {
  const char *text = jni_string_chars(jni, why);
  (void)type;
  laglens_copy(failures[part].why, sizeof failures[part].why, text);
  if (text != NULL) jni_release_chars(jni, why, text);
  __atomic_store_n(&failures[part].has_failed, 1, __ATOMIC_RELEASE);
}

void laglens_app_watch_load(laglens_jni jni) {
  static const struct laglens_native_method natives[] = {
      {"phase", "(I)V", (void *)on_phase},
      {"frame", "(JJJZ)V", (void *)on_frame},
      {"lost", "(I)V", (void *)on_lost},
      {"screen", "(IIIZ)V", (void *)laglens_on_screen},
      {"failed", "(ILjava/lang/String;)V", (void *)on_failed},
  };
  if (watch != NULL) return;
  jclass local = jni_find_class(jni, "laglens/AppWatch");
  if (local == NULL) return;
  if (jni_register(jni, local, natives, sizeof natives / sizeof natives[0])) {
    want = jni_static_method(jni, local, "want", "(I)V");
    if (want != NULL) watch = jni_new_global(jni, local);
  }
  jni_delete_local(jni, local);
}

/* Without a main looper there is no thread to watch on yet. */
static void ask(struct laglens_agent *agent, laglens_jni jni) {
  if (watch == NULL || __atomic_load_n(&agent->dying, __ATOMIC_RELAXED) || asked == wanted || !agent->can[LAGLENS_CAN_MESSAGES]) return;
  laglens_jvalue argument = {.i = (int32_t)wanted};
  asked = wanted;
  jni_call_static_void(jni, watch, want, &argument);
}

void laglens_app_watch_want(struct laglens_agent *agent, laglens_jni jni, enum laglens_app_watch what) {
  wanted = what;
  ask(agent, jni);
  if (what != LAGLENS_WATCH_NOTHING) return;
  /* What goes on unseen is not known later. */
  phase = 0;
  laglens_screens_forget();
}

static void report_phase(struct laglens_agent *agent) {
  struct laglens_stream *stream = &agent->memory->stream;
  if (!agent->capture.connected || phase == 0) return;
  laglens_begin(&stream->writer, LAGLENS_MSG_LIFECYCLE);
  laglens_put_time(&stream->writer, phase_us);
  laglens_put(&stream->writer, phase);
  laglens_stream_send(stream, true);
}

static void report_frames(struct laglens_agent *agent, uint64_t at_us, uint32_t late_us, uint32_t one_us, uint32_t is_first) {
  struct laglens_stream *stream = &agent->memory->stream;
  if (!agent->capture.connected) return;
  laglens_begin(&stream->writer, LAGLENS_MSG_FRAME);
  laglens_put_time(&stream->writer, at_us);
  laglens_put(&stream->writer, late_us);
  laglens_put(&stream->writer, one_us);
  laglens_put(&stream->writer, __atomic_exchange_n(&in_time, 0, __ATOMIC_RELAXED));
  laglens_put(&stream->writer, is_first);
  laglens_stream_send(stream, true);
}

void laglens_app_watch_report_past(struct laglens_agent *agent) {
  /* Frames before this host are nobody's; why none are seen is reported to each host. */
  __atomic_store_n(&in_time, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&unreported, 0, __ATOMIC_RELAXED);
  for (uint32_t part = 0; part < PARTS; part++) {
    uint32_t reported = 2;
    __atomic_compare_exchange_n(&failures[part].has_failed, &reported, 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
  laglens_screens_report_past(agent);
  report_phase(agent);
}

void laglens_app_watch_report(struct laglens_agent *agent, const struct laglens_event *event) {
  if (event->kind == LAGLENS_EVENT_LATE_FRAME) {
    report_frames(agent, event->at_us, event->target, event->callback, (uint32_t)event->what);
    return;
  }
  phase = (uint32_t)event->what;
  phase_us = event->at_us;
  report_phase(agent);
}

/* The system leaves reports out where their thread gets no processor. Nothing else is missing then. */
static void report_unreported(struct laglens_agent *agent) {
  uint32_t frames = __atomic_exchange_n(&unreported, 0, __ATOMIC_RELAXED);
  char text[64];
  if (frames == 0) return;
  size_t at = laglens_append(text, sizeof text, 0, "frames that the system did not report: ");
  laglens_append_number(text, sizeof text, at, frames);
  laglens_report_log(&agent->memory->stream, 1, text);
}

static void report_failure(struct laglens_agent *agent, uint32_t part) {
  uint32_t failed = 1;
  char text[sizeof failures[part].why + 48];
  if (!__atomic_compare_exchange_n(&failures[part].has_failed, &failed, 2, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
  size_t at = laglens_append(text, sizeof text, 0, unseen[part]);
  laglens_append(text, sizeof text, laglens_append(text, sizeof text, at, " are not seen: "), failures[part].why);
  laglens_report_log(&agent->memory->stream, 2, text);
}

void laglens_app_watch_report_second(struct laglens_agent *agent, laglens_jni jni, uint64_t now_us) {
  ask(agent, jni);
  if (__atomic_load_n(&in_time, __ATOMIC_RELAXED) > 0) report_frames(agent, now_us, 0, __atomic_load_n(&period_us, __ATOMIC_RELAXED), 0);
  report_unreported(agent);
  for (uint32_t part = 0; part < PARTS; part++) report_failure(agent, part);
}
