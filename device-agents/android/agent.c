#include "agent.h"

#include "../core/log.h"
#include "../core/text.h"
#include "attach/listener.h"
#include "attach/logcat.h"
#include "attach/memory.h"
#include "attach/takeover.h"
#include "entry.h"
#include "loop.h"
#include "looper/looper.h"
#include "sampling/stops.h"
#include "vm/allocations_art.h"
#include "vm/gc.h"
#include "waits/waits.h"

#define EXPORTED __attribute__((visibility("default"), used))

struct laglens_agent laglens_agent;

static void on_vm_init(laglens_jvmti jvmti, laglens_jni jni, jthread thread);
static void on_vm_death(laglens_jvmti jvmti, laglens_jni jni);

/* jvmtiEventCallbacks: one entry per event number. */
static void *const callbacks[EVENT_LAST_USED - EVENT_FIRST + 1] = {
    [EVENT_VM_INIT - EVENT_FIRST] = (void *)on_vm_init,
    [EVENT_VM_DEATH - EVENT_FIRST] = (void *)on_vm_death,
    [EVENT_THREAD_START - EVENT_FIRST] = (void *)laglens_on_thread_start,
    [EVENT_THREAD_END - EVENT_FIRST] = (void *)laglens_on_thread_end,
    [EVENT_MONITOR_WAIT - EVENT_FIRST] = (void *)laglens_on_monitor_wait,
    [EVENT_MONITOR_WAITED - EVENT_FIRST] = (void *)laglens_on_monitor_waited,
    [EVENT_MONITOR_CONTENDED_ENTER - EVENT_FIRST] = (void *)laglens_on_contended_enter,
    [EVENT_MONITOR_CONTENDED_ENTERED - EVENT_FIRST] = (void *)laglens_on_contended_entered,
    [EVENT_GARBAGE_COLLECTION_START - EVENT_FIRST] = (void *)laglens_on_gc_start,
    [EVENT_GARBAGE_COLLECTION_FINISH - EVENT_FIRST] = (void *)laglens_on_gc_finish,
    [EVENT_VM_OBJECT_ALLOC - EVENT_FIRST] = (void *)laglens_on_object_made,
};

/* An environment for agents. ART gives the full one only to processes that are debuggable from their start; to others it gives a
 * restricted one under a version of its own (art/openjdkjvmti/art_jvmti.h). */
static int32_t make_environment(struct laglens_agent *agent) {
  int32_t error = vm_get_env(agent->vm, (void **)&agent->jvmti, JVMTI_VERSION);
  if (error != 0) error = vm_get_env(agent->vm, (void **)&agent->jvmti, ART_TI_VERSION);
  return error;
}

static bool runs_on_art(laglens_jvmti jvmti) {
  char *name = NULL;
  if (jvmti_system_property(jvmti, "java.vm.name", &name) != ERROR_NONE) return false;
  bool is = laglens_equal(name, "Dalvik");
  jvmti_free(jvmti, name);
  return is;
}

/* The agent's thread is a thread of the virtual machine, as its functions must be called from one. */
static bool start_thread(struct laglens_agent *agent, laglens_jni jni) {
  jclass type = jni_find_class(jni, "java/lang/Thread");
  jmethodID constructor = type == NULL ? NULL : jni_method(jni, type, "<init>", "(Ljava/lang/String;)V");
  laglens_jvalue name = {.l = jni_new_string(jni, "laglens")};
  if (constructor == NULL || name.l == NULL) return false;
  jthread thread = jni_new_object(jni, type, constructor, &name);
  int32_t error = thread == NULL ? -1 : jvmti_run_agent_thread(agent->jvmti, thread, laglens_loop, agent);
  jni_delete_local(jni, thread);
  jni_delete_local(jni, name.l);
  jni_delete_local(jni, type);
  if (error != ERROR_NONE) laglens_log_error("cannot start the agent's thread, error", error);
  return error == ERROR_NONE;
}

/* The virtual machine is live: begins to work unless it does already. */
static bool begin(struct laglens_agent *agent, laglens_jni jni) {
  uint32_t asleep = LAGLENS_ASLEEP;
  if (!__atomic_compare_exchange_n(&agent->phase, &asleep, LAGLENS_STOPPING, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return false;
  bool has_memory = laglens_take_memory(agent);
  if (has_memory && laglens_listener_open(agent)) {
    __atomic_store_n(&agent->phase, LAGLENS_AT_WORK, __ATOMIC_SEQ_CST);
    /* Here, as this is main: ART changes its boot class path without a lock (ClassLinker::AppendToBootClassPath). */
    if (!agent->refusing) laglens_be_first(jni, laglens_hook_load(agent, jni));
    if (start_thread(agent, jni)) return true;
    __atomic_store_n(&agent->phase, LAGLENS_STOPPING, __ATOMIC_SEQ_CST);
  }
  if (has_memory && laglens_wait_for_flights(agent)) laglens_give_memory_back(agent);
  __atomic_store_n(&agent->phase, LAGLENS_ASLEEP, __ATOMIC_SEQ_CST);
  return false;
}

static void on_vm_init(laglens_jvmti jvmti, laglens_jni jni, jthread thread) {
  (void)jvmti, (void)thread;
  begin(&laglens_agent, jni);
}

/* After this callback the virtual machine must not be called any more: the agent's thread is given the time to leave it. */
static void on_vm_death(laglens_jvmti jvmti, laglens_jni jni) {
  (void)jvmti, (void)jni;
  uint32_t at_work = LAGLENS_AT_WORK;
  __atomic_store_n(&laglens_agent.dying, true, __ATOMIC_SEQ_CST);
  if (!__atomic_compare_exchange_n(&laglens_agent.phase, &at_work, LAGLENS_STOPPING, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) return;
  laglens_wake_agent(&laglens_agent);
  for (int i = 0; i < 200 && __atomic_load_n(&laglens_agent.phase, __ATOMIC_ACQUIRE) != LAGLENS_ASLEEP; i++) laglens_wait(NULL, 0, 5000);
}

static int32_t prepare(struct laglens_agent *agent, laglens_vm vm) {
  if (agent->jvmti != NULL) return 0;
  agent->vm = vm;
  laglens_log_to(laglens_write_logcat);
  laglens_connection_init(&agent->capture.connection);
  agent->capture.usual_depth = LAGLENS_DEPTH_DEFAULT;
  laglens_prepare_clock();
  int32_t error = make_environment(agent);
  if (error != 0) {
    laglens_log_error("this virtual machine gives agents no environment, error", error);
    return error;
  }
  agent->is_art = runs_on_art(agent->jvmti);
  laglens_ask_capabilities(agent->jvmti, agent->is_art, agent->abilities, agent->can);
  agent->reads_code = !agent->is_art && laglens_ask_byte_codes(agent->jvmti);
  agent->capture.reports_allocations = agent->can[LAGLENS_CAN_ALLOCATIONS];
  jvmti_set_callbacks(agent->jvmti, callbacks, sizeof callbacks);
  jvmti_set_event(agent->jvmti, true, EVENT_VM_DEATH, NULL);
  return 0;
}

static int32_t attach(laglens_vm vm, const char *text) {
  struct laglens_agent *agent = &laglens_agent;
  struct laglens_attach_options options;
  laglens_jni jni = NULL;
  int32_t error = prepare(agent, vm);
  if (error == 0) error = vm_get_env(vm, (void **)&jni, JNI_VERSION);
  if (error != 0) return error;
  laglens_read_attach_options(text, &options);
  /* An agent that is just detaching is waited for. */
  for (int i = 0; i < 400; i++) {
    uint32_t phase = __atomic_load_n(&agent->phase, __ATOMIC_ACQUIRE);
    if (phase == LAGLENS_ASLEEP) {
      agent->options = options;
      if (begin(agent, jni)) return 0;
      if (__atomic_load_n(&agent->phase, __ATOMIC_ACQUIRE) == LAGLENS_ASLEEP) return -1;
    } else if (phase == LAGLENS_AT_WORK && laglens_hand_over(&options)) {
      laglens_wake_agent(agent);
      return 0;
    }
    laglens_wait(NULL, 0, 5000);
  }
  laglens_log("the agent in this process does not answer");
  return -1;
}

int32_t laglens_attach(laglens_vm vm, const char *text) {
  uint64_t begin_us = laglens_now_us();
  int32_t error = attach(vm, text);
  laglens_stops_attached(begin_us);
  return error;
}

/* Loaded with the virtual machine: works from VMInit on. */
EXPORTED int32_t Agent_OnLoad(laglens_vm vm, char *options, void *reserved) {
  (void)reserved;
  int32_t error = prepare(&laglens_agent, vm);
  if (error != 0) return error;
  laglens_read_attach_options(options, &laglens_agent.options);
  return jvmti_set_event(laglens_agent.jvmti, true, EVENT_VM_INIT, NULL);
}

/* Attached to a running one; may be called again at any time, also from another copy of this library. */
EXPORTED int32_t Agent_OnAttach(laglens_vm vm, char *options, void *reserved) {
  struct laglens_handle *first = NULL;
  laglens_jni jni = NULL;
  (void)reserved;
  int32_t error = vm_get_env(vm, (void **)&jni, JNI_VERSION);
  if (error != 0) return error;
  enum laglens_first found = laglens_find_first(jni, &first);
  if (found == LAGLENS_FIRST_SAME_BUILD) return first->attach(vm, options);
  bool refuses = found == LAGLENS_FIRST_OTHER_BUILD;
  /* The agent's thread may be reading it, of an attach before. */
  if (laglens_agent.refusing != refuses) laglens_agent.refusing = refuses;
  error = laglens_attach(vm, options);
  if (laglens_agent.refusing) laglens_log("an agent of another build is at work in this app: restart the app");
  return error;
}

EXPORTED void Agent_OnUnload(laglens_vm vm) { (void)vm; }
