#include "allocations_jvm.h"

static jobject bean; /* global */
static jmethodID allocated_bytes;
static jfieldID thread_id;

static jobject find_bean(laglens_jni jni) {
  jclass factory = jni_find_class(jni, "java/lang/management/ManagementFactory");
  jclass type = jni_find_class(jni, "com/sun/management/ThreadMXBean");
  jclass thread = jni_find_class(jni, "java/lang/Thread");
  jmethodID get = factory == NULL ? NULL : jni_static_method(jni, factory, "getThreadMXBean", "()Ljava/lang/management/ThreadMXBean;");
  jobject found = get == NULL ? NULL : jni_call_static_object(jni, factory, get, NULL);
  allocated_bytes = type == NULL ? NULL : jni_method(jni, type, "getThreadAllocatedBytes", "(J)J");
  /* Not getId(): an app may have its own. */
  thread_id = jni_field(jni, thread, "tid", "J");
  bool fits = found != NULL && allocated_bytes != NULL && thread_id != NULL && jni_is_instance(jni, found, type);
  jobject kept = fits ? jni_new_global(jni, found) : NULL;
  jni_delete_local(jni, found);
  jni_delete_local(jni, thread);
  jni_delete_local(jni, type);
  jni_delete_local(jni, factory);
  return kept;
}

bool laglens_jvm_counts_begin(laglens_jni jni) {
  if (bean == NULL) bean = find_bean(jni);
  return bean != NULL;
}

void laglens_jvm_counts_end(laglens_jni jni) {
  jni_delete_global(jni, bean);
  bean = NULL;
}

struct laglens_maybe laglens_jvm_allocated(laglens_jni jni, struct laglens_thread *thread) {
  laglens_jvalue id = {.j = jni_get_long(jni, thread->ref, thread_id)};
  int64_t bytes = jni_call_long(jni, bean, allocated_bytes, &id);
  /* -1 of a thread that is gone, and where counting is switched off. */
  return (struct laglens_maybe){bytes >= 0, bytes >= 0 ? (uint64_t)bytes : 0};
}
