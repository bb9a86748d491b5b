#include "java_heap.h"

static jobject runtime; /* global */
static jmethodID total_memory, free_memory;

void laglens_java_heap_begin(laglens_jni jni) {
  jclass type = jni_find_class(jni, "java/lang/Runtime");
  jmethodID get = type == NULL ? NULL : jni_static_method(jni, type, "getRuntime", "()Ljava/lang/Runtime;");
  jobject local = get == NULL ? NULL : jni_call_static_object(jni, type, get, NULL);
  if (local != NULL) {
    total_memory = jni_method(jni, type, "totalMemory", "()J");
    free_memory = jni_method(jni, type, "freeMemory", "()J");
    if (total_memory != NULL && free_memory != NULL) runtime = jni_new_global(jni, local);
  }
  jni_delete_local(jni, local);
  jni_delete_local(jni, type);
}

void laglens_java_heap_end(laglens_jni jni) {
  jni_delete_global(jni, runtime);
  runtime = NULL;
}

struct laglens_maybe laglens_java_heap(laglens_jni jni) {
  struct laglens_maybe used = {.known = false};
  if (runtime == NULL) return used;
  int64_t available = jni_call_long(jni, runtime, free_memory, NULL), total = jni_call_long(jni, runtime, total_memory, NULL);
  /* The heap may shrink between the two. */
  used.known = total > available && available > 0;
  used.value = used.known ? (uint64_t)(total - available) : 0;
  return used;
}
