/* Which fields of the framework the agent looks up to learn kernel ids, on a release of Android whose API level is the argument. A thread
 * without Java frames is trusted from Android 10 on; before, a look-up of a hidden field counts as the app's. Writes each name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../device-agents/android/vm/art_tids.h"
#include "../../../device-agents/android/attach/memory.h"
#include "mock_vm.h"

static int32_t api;

static void *find_class(laglens_jni env, const char *name) {
  static char type;
  (void)env, (void)name;
  return &type;
}
static void *find_field(laglens_jni env, void *type, const char *name, const char *signature) {
  static char field;
  (void)env, (void)type;
  printf("%s %s\n", name, signature);
  return &field;
}
static int32_t static_int(laglens_jni env, void *type, void *field) {
  (void)env, (void)type, (void)field;
  return api;
}
/* Where ART keeps a thread; nothing here. */
static int64_t long_field(laglens_jni env, void *object, void *field) {
  (void)env, (void)object, (void)field;
  return 0;
}

int main(int count, char **arguments) {
  struct laglens_agent *agent = &laglens_agent;
  laglens_jni jni;
  laglens_vm vm = mock_vm();
  vm_get_env(vm, (void **)&agent->jvmti, JVMTI_VERSION);
  vm_get_env(vm, (void **)&jni, JNI_VERSION);
  void **table = (void **)*jni;
  table[JNI_FIND_CLASS] = (void *)find_class;
  table[JNI_GET_FIELD_ID] = table[JNI_GET_STATIC_FIELD_ID] = (void *)find_field;
  table[JNI_GET_STATIC_INT_FIELD] = (void *)static_int;
  table[JNI_GET_LONG_FIELD] = (void *)long_field;
  api = count > 1 ? atoi(arguments[1]) : 0;
  agent->is_art = true;
  mock_thread_begins();
  if (!laglens_take_memory(agent)) return 1;
  __atomic_store_n(&agent->phase, LAGLENS_AT_WORK, __ATOMIC_SEQ_CST);
  laglens_threads_begin(agent, jni);
  return 0;
}
