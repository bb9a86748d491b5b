/* The words of GetThreadState that ART of each version gives (openjdkjvmti/ti_thread.cc, GetJvmtiThreadStateFromInternal), and the stacks
 * that distinguish a park from Object.wait; argument by argument: the word, the innermost frames as `class.method`. Writes the state, and for one
 * that is parked what it waits for: the object of the event, or its blocker. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../device-agents/android/waits/owners.h"
#include "../../../device-agents/android/sampling/stacks.h"
#include "../../../device-agents/android/waits/waits.h"
#include "one_thread.h"

static int32_t frame_count(laglens_jvmti env, jthread thread, int32_t *given) {
  (void)env, (void)thread;
  *given = one_thread.count;
  return ERROR_NONE;
}
static int32_t method_name(laglens_jvmti env, char *method, char **name, char **signature, char **generic) {
  (void)env, (void)generic;
  *name = strdup(strchr(method, '.') + 1);
  *signature = strdup("()V");
  return ERROR_NONE;
}
static int32_t declaring_class(laglens_jvmti env, char *method, char **type) {
  (void)env;
  *type = method;
  return ERROR_NONE;
}
static int32_t class_signature(laglens_jvmti env, char *type, char **signature, char **generic) {
  (void)env, (void)generic;
  const char *end = strchr(type, '.');
  *signature = end == NULL ? strdup("LSome;") : strndup(type, (size_t)(end - type));
  return ERROR_NONE;
}

static char of_event, blocker;
static void *find(void) {
  static char any;
  return &any;
}
static void *get_blocker(void) { return &blocker; }

static const char *waited(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread, uint32_t node) {
  uint32_t class_name = 0;
  void **table = (void **)*jni;
  table[JNI_FIND_CLASS] = table[JNI_GET_STATIC_METHOD_ID] = (void *)find;
  table[JNI_CALL_STATIC_OBJECT_METHOD_A] = (void *)get_blocker;
  laglens_owners_begin(jni);
  thread->run = (struct laglens_run){.open = true, .node = node, .state = LAGLENS_PARKED};
  thread->wait.object = (jobject)&of_event;
  thread->reported_wait = (struct laglens_reported_wait){.turn = 1, .kind = LAGLENS_WAIT_PARK};
  jobject object = laglens_waited_object(agent, jni, thread, &class_name);
  return object == (jobject)&of_event ? "event" : object == (jobject)&blocker ? "blocker" : "nothing";
}

int main(int arguments, char **argument) {
  struct laglens_agent *agent = &laglens_agent;
  struct laglens_thread *thread = calloc(1, sizeof *thread);
  laglens_jni jni;
  uint32_t node = 0;
  void **table = one_thread_begins(agent, &jni);
  if (arguments < 2 || table == NULL) return 1;
  table[JVMTI_GET_FRAME_COUNT - 1] = (void *)frame_count;
  table[JVMTI_GET_METHOD_NAME - 1] = (void *)method_name;
  table[JVMTI_GET_METHOD_DECLARING_CLASS - 1] = (void *)declaring_class;
  table[JVMTI_GET_CLASS_SIGNATURE - 1] = (void *)class_signature;
  agent->is_art = true;
  one_thread.state = (int32_t)strtol(argument[1], NULL, 16);
  one_thread.frames = argument + 2;
  one_thread.count = arguments - 2;
  if (!laglens_walk(agent, jni, thread, &node)) return 2;
  uint32_t state = laglens_state_of(agent, NULL, node);
  printf("%u", state);
  if (state == LAGLENS_PARKED) printf(" %s", waited(agent, jni, thread, node));
  printf("\n");
  free(thread);
  return 0;
}
