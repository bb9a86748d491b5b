#include "mock_vm.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 240, NOT_AVAILABLE = 98, MOST_THREADS = 128, EVENTS = EVENT_LAST_USED + 1 };

/* Never freed: references to threads that ended stay valid. */
struct mock_thread {
  void *local; /* as in a virtual machine, nothing orders who reads and writes it */
  uint32_t dead;
};

static void *jni_table[TABLE], *jvmti_table[TABLE], *vm_table[TABLE];
static laglens_table jni = jni_table, jvmti = jvmti_table, vm = vm_table;
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct mock_thread *list[MOST_THREADS];
static __thread struct mock_thread *self;
static void *callbacks[EVENTS];
static uint32_t enabled[EVENTS];

static int64_t nothing(void) { return 0; }
static int32_t not_available(void) { return NOT_AVAILABLE; }
static void *same(laglens_jni env, void *object) {
  (void)env;
  return object;
}

static void *find_class(laglens_jni env, const char *name) {
  static char type;
  (void)env;
  return strcmp(name, "java/lang/Thread") == 0 ? &type : NULL;
}
static void *find_method(void) {
  static char method;
  return &method;
}
static void *new_object(void) { return calloc(1, sizeof(struct mock_thread)); }
static void *new_string(void) {
  static char string;
  return &string;
}

static int32_t get_env(laglens_vm machine, void **env, int32_t version) {
  (void)machine;
  *env = version == JNI_VERSION ? (void *)&jni : (void *)&jvmti;
  return 0;
}

static struct mock_thread *thread_of(void *thread) { return thread == NULL ? self : thread; }

static int32_t set_event(laglens_jvmti env, int32_t on, int32_t event, void *thread) {
  (void)env, (void)thread;
  __atomic_store_n(&enabled[event], (uint32_t)on, __ATOMIC_RELEASE);
  return 0;
}

static int32_t set_callbacks(laglens_jvmti env, void *const *table, int32_t bytes) {
  (void)env;
  memcpy(&callbacks[EVENT_FIRST], table, (size_t)bytes);
  return 0;
}

static int32_t all_threads(laglens_jvmti env, int32_t *count, void ***out) {
  (void)env;
  *out = malloc(sizeof list);
  *count = 0;
  pthread_mutex_lock(&list_lock);
  for (int i = 0; i < MOST_THREADS; i++) {
    if (list[i] != NULL) (*out)[(*count)++] = list[i];
  }
  pthread_mutex_unlock(&list_lock);
  return 0;
}

static int32_t thread_info(laglens_jvmti env, void *thread, struct laglens_thread_info *info) {
  (void)env, (void)thread;
  *info = (struct laglens_thread_info){.name = strdup("mock")};
  return 0;
}

struct start {
  laglens_agent_thread *body;
  void *argument;
  struct mock_thread *thread;
};
static void *run_agent(void *given) {
  struct start start = *(struct start *)given;
  free(given);
  self = start.thread;
  start.body(&jvmti, &jni, start.argument);
  return NULL;
}
static int32_t run_agent_thread(laglens_jvmti env, void *thread, laglens_agent_thread *body, void *argument, int32_t priority) {
  pthread_t started;
  struct start *start = malloc(sizeof *start);
  (void)env, (void)priority;
  *start = (struct start){body, argument, thread};
  if (pthread_create(&started, NULL, run_agent, start) != 0) return NOT_AVAILABLE;
  pthread_detach(started);
  return 0;
}

static int32_t get_local(laglens_jvmti env, void *thread, void **data) {
  (void)env;
  if (thread_of(thread) == NULL || __atomic_load_n(&thread_of(thread)->dead, __ATOMIC_RELAXED)) return ERROR_THREAD_NOT_ALIVE;
  *data = __atomic_load_n(&thread_of(thread)->local, __ATOMIC_RELAXED);
  return 0;
}
static int32_t set_local(laglens_jvmti env, void *thread, void *data) {
  (void)env;
  if (thread_of(thread) == NULL || __atomic_load_n(&thread_of(thread)->dead, __ATOMIC_RELAXED)) return ERROR_THREAD_NOT_ALIVE;
  __atomic_store_n(&thread_of(thread)->local, data, __ATOMIC_RELAXED);
  return 0;
}

static int32_t thread_state(laglens_jvmti env, void *thread, int32_t *state) {
  (void)env, (void)thread;
  *state = THREAD_STATE_RUNNABLE;
  return 0;
}
static int32_t stack_trace(laglens_jvmti env, void *thread, int32_t from, int32_t most, struct laglens_frame *frames, int32_t *count) {
  static char methods[2];
  (void)env, (void)thread, (void)from, (void)most;
  for (int i = 0; i < 2; i++) frames[i] = (struct laglens_frame){(jmethodID)&methods[i], i};
  *count = 2;
  return 0;
}
static int32_t method_name(laglens_jvmti env, void *method, char **name, char **signature, char **generic) {
  (void)env, (void)method, (void)generic;
  *name = strdup("mock");
  *signature = strdup("()V");
  return 0;
}
static int32_t class_signature(laglens_jvmti env, void *type, char **signature, char **generic) {
  (void)env, (void)type, (void)generic;
  *signature = strdup("LMock;");
  return 0;
}
static int32_t deallocate(laglens_jvmti env, void *memory) {
  (void)env;
  free(memory);
  return 0;
}
static int32_t potential(laglens_jvmti env, struct laglens_capabilities *out) {
  (void)env;
  memset(out, 255, sizeof *out);
  return 0;
}

laglens_vm mock_vm(void) {
  for (int i = 0; i < TABLE; i++) jni_table[i] = (void *)nothing, jvmti_table[i] = (void *)not_available;
  vm_table[VM_GET_ENV] = (void *)get_env;
  jni_table[JNI_FIND_CLASS] = (void *)find_class;
  jni_table[JNI_GET_METHOD_ID] = (void *)find_method;
  jni_table[JNI_NEW_OBJECT_A] = (void *)new_object;
  jni_table[JNI_NEW_STRING_UTF] = (void *)new_string;
  jni_table[JNI_GET_OBJECT_CLASS] = (void *)find_method;
  jni_table[JNI_NEW_GLOBAL_REF] = jni_table[JNI_NEW_LOCAL_REF] = jni_table[JNI_NEW_WEAK_GLOBAL_REF] = (void *)same;
  jvmti_table[JVMTI_SET_EVENT_NOTIFICATION_MODE - 1] = (void *)set_event;
  jvmti_table[JVMTI_SET_EVENT_CALLBACKS - 1] = (void *)set_callbacks;
  jvmti_table[JVMTI_GET_ALL_THREADS - 1] = (void *)all_threads;
  jvmti_table[JVMTI_GET_THREAD_INFO - 1] = (void *)thread_info;
  jvmti_table[JVMTI_RUN_AGENT_THREAD - 1] = (void *)run_agent_thread;
  jvmti_table[JVMTI_GET_THREAD_STATE - 1] = (void *)thread_state;
  jvmti_table[JVMTI_DEALLOCATE - 1] = (void *)deallocate;
  jvmti_table[JVMTI_GET_CLASS_SIGNATURE - 1] = (void *)class_signature;
  jvmti_table[JVMTI_GET_METHOD_NAME - 1] = (void *)method_name;
  jvmti_table[JVMTI_GET_THREAD_LOCAL_STORAGE - 1] = (void *)get_local;
  jvmti_table[JVMTI_SET_THREAD_LOCAL_STORAGE - 1] = (void *)set_local;
  jvmti_table[JVMTI_GET_STACK_TRACE - 1] = (void *)stack_trace;
  jvmti_table[JVMTI_GET_POTENTIAL_CAPABILITIES - 1] = (void *)potential;
  jvmti_table[JVMTI_ADD_CAPABILITIES - 1] = (void *)nothing;
  return &vm;
}

static void *wanted(int32_t event) { return __atomic_load_n(&enabled[event], __ATOMIC_ACQUIRE) ? callbacks[event] : NULL; }

typedef void on_thread(laglens_jvmti, laglens_jni, void *);
typedef void on_monitor(laglens_jvmti, laglens_jni, void *, void *);
typedef void on_wait(laglens_jvmti, laglens_jni, void *, void *, int64_t);
typedef void on_pause(laglens_jvmti);

void mock_thread_begins(void) {
  self = calloc(1, sizeof *self);
  pthread_mutex_lock(&list_lock);
  for (int i = 0; i < MOST_THREADS; i++) {
    if (list[i] != NULL) continue;
    list[i] = self;
    break;
  }
  pthread_mutex_unlock(&list_lock);
  on_thread *started = (on_thread *)wanted(EVENT_THREAD_START);
  if (started != NULL) started(&jvmti, &jni, self);
}

void mock_thread_ends(void) {
  on_thread *ended = (on_thread *)wanted(EVENT_THREAD_END);
  if (ended != NULL) ended(&jvmti, &jni, self);
  pthread_mutex_lock(&list_lock);
  for (int i = 0; i < MOST_THREADS; i++) {
    if (list[i] == self) list[i] = NULL;
  }
  pthread_mutex_unlock(&list_lock);
  __atomic_store_n(&self->dead, 1, __ATOMIC_RELAXED);
  self = NULL;
}

void mock_thread_lives(void) {
  on_wait *wait = (on_wait *)wanted(EVENT_MONITOR_WAIT), *waited = (on_wait *)wanted(EVENT_MONITOR_WAITED);
  on_monitor *enter = (on_monitor *)wanted(EVENT_MONITOR_CONTENDED_ENTER), *entered = (on_monitor *)wanted(EVENT_MONITOR_CONTENDED_ENTERED);
  on_pause *pauses = (on_pause *)wanted(EVENT_GARBAGE_COLLECTION_START), *goes_on = (on_pause *)wanted(EVENT_GARBAGE_COLLECTION_FINISH);
  if (enter != NULL) enter(&jvmti, &jni, self, self);
  if (entered != NULL) entered(&jvmti, &jni, self, self);
  if (pauses != NULL) pauses(&jvmti);
  if (goes_on != NULL) goes_on(&jvmti);
  if (wait != NULL) wait(&jvmti, &jni, self, self, 1);
  if (waited != NULL) ((void (*)(laglens_jvmti, laglens_jni, void *, void *, uint8_t))waited)(&jvmti, &jni, self, self, 0);
}
