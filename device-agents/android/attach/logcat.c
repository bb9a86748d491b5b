#include "logcat.h"

#include "../agent.h"

enum { LOG_WARN = 5 }; /* android.util.Log.WARN */

/* Before the environment stands nobody knows whether this is Android: the class decides. */
static jclass find_log(const struct laglens_agent *agent, laglens_jni jni) {
  return agent->jvmti != NULL && !agent->is_art ? NULL : jni_find_class(jni, "android/util/Log");
}

bool laglens_write_logcat(const char *text) {
  struct laglens_agent *agent = &laglens_agent;
  laglens_jni jni = NULL;
  if (agent->vm == NULL || __atomic_load_n(&agent->dying, __ATOMIC_SEQ_CST) || vm_get_env(agent->vm, (void **)&jni, JNI_VERSION) != 0) return false;
  jclass type = find_log(agent, jni);
  jmethodID println = type == NULL ? NULL : jni_static_method(jni, type, "println", "(ILjava/lang/String;Ljava/lang/String;)I");
  laglens_jvalue line[] = {{.i = LOG_WARN}, {.l = jni_new_string(jni, "laglens")}, {.l = jni_new_string(jni, text)}};
  /* How many bytes were written; 0 also when it threw, as where its native side is missing. */
  bool written = println != NULL && line[1].l != NULL && line[2].l != NULL && jni_call_static_int(jni, type, println, line) > 0;
  jni_delete_local(jni, line[2].l);
  jni_delete_local(jni, line[1].l);
  jni_delete_local(jni, type);
  return written;
}
