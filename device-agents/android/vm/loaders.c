#include "loaders.h"

#include "../sampling/full_tables.h"

/* ART frees the memory of a loader's methods, and puts others there: an id means another method then. A desktop virtual machine gives no id
 * twice. Loaders beyond these are not watched: apps have one, or one for each of some plug-ins. */
enum { LOADERS = 64 };

/* Weak. The agent's thread only. */
static jobject loaders[LOADERS];
static uint32_t count;

void laglens_loaders_note(struct laglens_agent *agent, laglens_jni jni, jclass type) {
  jobject loader = NULL;
  if (!agent->is_art || jvmti_class_loader(agent->jvmti, type, &loader) != ERROR_NONE || loader == NULL) return;
  uint32_t at = 0;
  while (at < count && !jni_is_same(jni, loaders[at], loader)) at++;
  if (at == count && count < LOADERS && (loaders[count] = jni_new_weak(jni, loader)) != NULL) count++;
  jni_delete_local(jni, loader);
}

void laglens_loaders_check(struct laglens_agent *agent, laglens_jni jni) {
  bool is_gone = false;
  for (uint32_t at = 0; at < count;) {
    if (!jni_is_same(jni, loaders[at], NULL)) {
      at++;
      continue;
    }
    is_gone = true;
    jni_delete_weak(jni, loaders[at]);
    loaders[at] = loaders[--count];
  }
  if (is_gone) laglens_tables_begin_again(agent);
}

void laglens_loaders_end(laglens_jni jni) {
  while (count > 0) jni_delete_weak(jni, loaders[--count]);
}
