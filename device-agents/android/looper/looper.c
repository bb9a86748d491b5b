#include "looper.h"

#include "../../core/log.h"
#include "../../core/text.h"
#include "../../core/wire_schema.h"
#include "../app/app_watch.h"
#include "../app/exit_traces.h"
#include "../attach/flight.h"
#include "../sampling/backoff.h"
#include "message_use.h"
#include "sync_barrier.h"

/* What the hook numbered. It outlives a detach, as the numbers that the Java side keeps do. */
enum { NAME_BYTES = 160 };
static struct {
  uint32_t ready; /* set by the hook's thread when the text stands */
  char text[NAME_BYTES];
} names[LAGLENS_HOOK_NAMES];

static jclass hook;         /* global */
static jclass source_debug; /* global */
static jmethodID source_debug_of;
static bool installed;
static int32_t replaced; /* how often another one was set in the hook's place */
static bool hopeless; /* there is no looper class in this process */

/* static native void Hook.define(int, String) */
static void on_define(laglens_jni jni, jclass type, int32_t id, jobject name) {
  (void)type;
  if (laglens_enter_flight() != NULL && id > 0 && id < LAGLENS_HOOK_NAMES) {
    const char *text = jni_string_chars(jni, name);
    laglens_copy(names[id].text, NAME_BYTES, text);
    if (text != NULL) jni_release_chars(jni, name, text);
    __atomic_store_n(&names[id].ready, 1, __ATOMIC_RELEASE);
  }
  laglens_leave_flight();
}

static void note(uint32_t kind, int32_t target, int32_t callback, int32_t what, int64_t due_ms) {
  struct laglens_event event = {laglens_now_us(), kind, (uint32_t)target, (uint32_t)callback, what};
  struct laglens_memory *memory = laglens_enter_flight();
  if (memory != NULL) {
    if (kind == LAGLENS_EVENT_MESSAGE_BEGIN) laglens_use_begins(event.at_us);
    else laglens_use_ends(memory, event.at_us, due_ms);
    laglens_events_put(&memory->events, &event);
    struct laglens_thread *main = __atomic_load_n(&laglens_agent.main, __ATOMIC_ACQUIRE);
    if (main != NULL && __atomic_load_n(&main->tid, __ATOMIC_RELAXED) == 0) laglens_thread_self();
  }
  laglens_leave_flight();
}

/* static native void Hook.begin(int, int, int) and end(int, int, int, long), on the main looper's thread */
static void on_begin(laglens_jni jni, jclass type, int32_t target, int32_t callback, int32_t what) {
  (void)jni, (void)type;
  note(LAGLENS_EVENT_MESSAGE_BEGIN, target, callback, what, 0);
  laglens_backoff_interrupt(&laglens_agent);
}

static void on_end(laglens_jni jni, jclass type, int32_t target, int32_t callback, int32_t what, int64_t due_ms) {
  (void)jni, (void)type;
  note(LAGLENS_EVENT_MESSAGE_END, target, callback, what, due_ms);
}

static jclass keep_class(laglens_jni jni, const char *name) {
  jclass local = jni_find_class(jni, name);
  jclass kept = local == NULL ? NULL : jni_new_global(jni, local);
  jni_delete_local(jni, local);
  return kept;
}

jclass laglens_hook_load(struct laglens_agent *agent, laglens_jni jni) {
  static const struct laglens_native_method natives[] = {
      {"define", "(ILjava/lang/String;)V", (void *)on_define},
      {"begin", "(III)V", (void *)on_begin},
      {"end", "(IIIJ)V", (void *)on_end},
  };
  struct laglens_ability *ability = &agent->abilities[LAGLENS_CAN_MESSAGES];
  if (hook != NULL || agent->options.hook[0] == 0) return hook;
  int32_t error = jvmti_add_to_boot_path(agent->jvmti, agent->options.hook);
  if (error != ERROR_NONE) {
    laglens_log_error("cannot add the hook jar to the boot class path, error", error);
    ability->why = "the hook jar could not be read by the virtual machine";
    return NULL;
  }
  jclass found = keep_class(jni, "laglens/Hook");
  if (found == NULL || !jni_register(jni, found, natives, sizeof natives / sizeof natives[0])) {
    jni_delete_global(jni, found);
    ability->why = "the hook jar holds no class for this agent";
    return NULL;
  }
  hook = found;
  laglens_app_watch_load(jni);
  laglens_sync_barrier_load(jni);
  laglens_exit_traces_load(jni);
  ability->why = "the app has no main looper yet";
  source_debug = keep_class(jni, "laglens/SourceDebug");
  if (source_debug != NULL) source_debug_of = jni_static_method(jni, source_debug, "of", "(Ljava/lang/Class;)Ljava/lang/String;");
  return hook;
}

/* About once a second, so messages of so long may be missing. */
static void check(struct laglens_agent *agent, laglens_jni jni) {
  struct laglens_writer *writer = &agent->memory->stream.writer;
  static jmethodID method; /* looked up once: a look-up by name each second is most of its cost */
  if (!agent->can[LAGLENS_CAN_MESSAGES] || (method == NULL && (method = jni_static_method(jni, hook, "check", "()I")) == NULL)) return;
  int32_t times = jni_call_static_int(jni, hook, method, NULL);
  if (times == replaced) return;
  replaced = times;
  if (times < 0) agent->can[LAGLENS_CAN_MESSAGES] = false;
  if (times < 0) agent->abilities[LAGLENS_CAN_MESSAGES].why = "another tool sets its own observer again and again";
  if (!agent->capture.connected) return;
  laglens_begin(writer, LAGLENS_MSG_LIFECYCLE);
  laglens_put_time(writer, laglens_now_us());
  laglens_put(writer, LAGLENS_HOOK_REPLACED);
  laglens_stream_send(&agent->memory->stream, true);
}

void laglens_looper_install(struct laglens_agent *agent, laglens_jni jni) {
  if (installed) check(agent, jni);
  if (hook == NULL || installed || hopeless) return;
  jclass looper = jni_find_class(jni, "android/os/Looper");
  if (looper == NULL) {
    hopeless = true;
    agent->abilities[LAGLENS_CAN_MESSAGES].why = "this process has no android.os.Looper";
    return;
  }
  jni_delete_local(jni, looper);
  jmethodID install = jni_static_method(jni, hook, "install", "()Ljava/lang/Thread;");
  jthread main = install == NULL ? NULL : jni_call_static_object(jni, hook, install, NULL);
  if (main == NULL) return;
  installed = true;
  replaced = 0;
  agent->can[LAGLENS_CAN_MESSAGES] = true;
  agent->abilities[LAGLENS_CAN_MESSAGES].why = "";
  struct laglens_thread *thread = laglens_thread_of(agent, main);
  if (thread != NULL) laglens_threads_set_main(agent, thread);
  jni_delete_local(jni, main);
  if (agent->capture.connected) laglens_report_log(&agent->memory->stream, 1, "the app has a main looper now: its messages are reported from here on");
}

void laglens_looper_switch(struct laglens_agent *agent, laglens_jni jni, bool on) {
  (void)agent;
  jfieldID field = hook == NULL ? NULL : jni_static_field(jni, hook, "on", "Z");
  if (field != NULL) jni_set_static_boolean(jni, hook, field, on);
}

void laglens_looper_restore(struct laglens_agent *agent, laglens_jni jni) {
  jmethodID restore = hook == NULL ? NULL : jni_static_method(jni, hook, "restore", "()V");
  /* Without it, the reason for its absence stays true. */
  if (!installed) return;
  if (restore != NULL) jni_call_static_void(jni, hook, restore, NULL);
  installed = false;
  agent->can[LAGLENS_CAN_MESSAGES] = false;
  agent->abilities[LAGLENS_CAN_MESSAGES].why = "the looper hook was taken off";
}

uint32_t laglens_hook_string(struct laglens_agent *agent, uint32_t number) {
  if (number == 0 || number >= LAGLENS_HOOK_NAMES) return 0;
  uint32_t *string = &agent->memory->hook_strings[number];
  if (__atomic_load_n(&names[number].ready, __ATOMIC_ACQUIRE) == 0) return 0;
  if (*string == 0) *string = laglens_intern(&agent->memory->stream.strings, names[number].text);
  return *string;
}

jobject laglens_hook_source_debug(struct laglens_agent *agent, laglens_jni jni, jclass type) {
  laglens_jvalue argument = {.l = type};
  (void)agent;
  return source_debug_of == NULL ? NULL : jni_call_static_object(jni, source_debug, source_debug_of, &argument);
}
