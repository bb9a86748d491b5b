#include "method_names.h"

#include "../../core/text.h"
#include "../../core/wire_schema.h"
#include "../looper/looper.h"
#include "loaders.h"

/* Longer names are rare; such a class object keeps its plain class. */
enum { CLASS_OBJECT_BYTES = 512 };

/* Interns a text that the virtual machine allocated, and gives it back. */
static uint32_t take(struct laglens_agent *agent, char *text) {
  uint32_t id = laglens_intern(&agent->memory->stream.strings, text);
  jvmti_free(agent->jvmti, text);
  return id;
}

static bool ends_with(const char *text, const char *end) {
  size_t length = laglens_length(text), tail = laglens_length(end);
  return length >= tail && laglens_equal(text + length - tail, end);
}

/* A desktop virtual machine drops SMAPs unless an agent was there from the start: Kotlin's are read from the class file, once. */
static void read_class_file(struct laglens_agent *agent, laglens_jni jni, jclass type, struct laglens_method *method) {
  struct laglens_stream *stream = &agent->memory->stream;
  if (!ends_with(laglens_string(&stream->strings, method->source_file), ".kt")) return;
  for (uint32_t i = 1; i < stream->methods.count; i++) {
    if (stream->methods.method[i].class_name != method->class_name) continue;
    method->smap = stream->methods.method[i].smap;
    return;
  }
  jobject text = laglens_hook_source_debug(agent, jni, type);
  const char *chars = text == NULL ? NULL : jni_string_chars(jni, text);
  if (chars != NULL) {
    method->smap = laglens_intern(&stream->strings, chars);
    jni_release_chars(jni, text, chars);
  }
  jni_delete_local(jni, text);
}

static void resolve_class(struct laglens_agent *agent, laglens_jni jni, jmethodID id, struct laglens_method *method) {
  jclass type = NULL;
  char *text = NULL;
  if (jvmti_declaring_class(agent->jvmti, id, &type) != ERROR_NONE || type == NULL) return;
  laglens_loaders_note(agent, jni, type);
  if (jvmti_class_signature(agent->jvmti, type, &text) == ERROR_NONE) method->class_name = take(agent, text);
  text = NULL;
  if (agent->can[LAGLENS_CAN_SOURCE_FILES] && jvmti_source_file(agent->jvmti, type, &text) == ERROR_NONE) method->source_file = take(agent, text);
  text = NULL;
  if (agent->can[LAGLENS_CAN_SMAP] && jvmti_source_debug(agent->jvmti, type, &text) == ERROR_NONE) {
    /* A longer one cannot be reported whole. */
    if (laglens_length(text) > LAGLENS_MAX_STRING_BYTES) text[0] = 0;
    method->smap = take(agent, text);
  } else if (!agent->can[LAGLENS_CAN_SMAP] && !agent->is_art) {
    read_class_file(agent, jni, type, method);
  }
  jni_delete_local(jni, type);
}

static void resolve_lines(struct laglens_agent *agent, jmethodID id, uint32_t number) {
  struct laglens_line_number *lines = NULL;
  int32_t count = 0;
  if (!agent->can[LAGLENS_CAN_LINES] || jvmti_line_numbers(agent->jvmti, id, &count, &lines) != ERROR_NONE) return;
  for (int32_t i = 0; i < count; i++) {
    laglens_method_add_line(&agent->memory->stream.methods, number, lines[i].start_location, lines[i].line_number);
  }
  jvmti_free(agent->jvmti, lines);
}

uint32_t laglens_method_number(struct laglens_agent *agent, laglens_jni jni, jmethodID id) {
  struct laglens_methods *methods = &agent->memory->stream.methods;
  uint32_t number = laglens_method_find(methods, (uintptr_t)id);
  if (number != 0 || (number = laglens_method_add(methods, (uintptr_t)id)) == 0) return number;
  struct laglens_method *method = &methods->method[number];
  char *name = NULL, *signature = NULL;
  int32_t modifiers = 0;
  if (jvmti_method_name(agent->jvmti, id, &name, &signature) == ERROR_NONE) {
    method->name = take(agent, name);
    method->signature = take(agent, signature);
  }
  if (jvmti_modifiers(agent->jvmti, id, &modifiers) == ERROR_NONE) method->modifiers = (uint16_t)modifiers;
  resolve_class(agent, jni, id, method);
  resolve_lines(agent, id, number);
  return number;
}

/* `Ljava/lang/Class<Lcom/example/Cart;>;`: the generic signature names the class. 0 if it has no name that fits. */
static uint32_t class_object(struct laglens_agent *agent, jclass object) {
  char *text = NULL, signature[CLASS_OBJECT_BYTES];
  if (jvmti_class_signature(agent->jvmti, object, &text) != ERROR_NONE) return 0;
  size_t end = laglens_copy(signature, sizeof signature, "Ljava/lang/Class<");
  end = laglens_append(signature, sizeof signature, end, text);
  end = laglens_append(signature, sizeof signature, end, ">;");
  jvmti_free(agent->jvmti, text);
  return ends_with(signature, ">;") ? laglens_intern(&agent->memory->stream.strings, signature) : 0;
}

uint32_t laglens_class_of_object(struct laglens_agent *agent, laglens_jni jni, jobject object) {
  char *text = NULL;
  uint32_t id = 0;
  jclass type = jni_class_of(jni, object);
  if (jvmti_class_signature(agent->jvmti, type, &text) == ERROR_NONE) {
    /* A static synchronized method locks its class. */
    if (laglens_equal(text, "Ljava/lang/Class;")) id = class_object(agent, object);
    if (id == 0) id = take(agent, text);
    else jvmti_free(agent->jvmti, text);
  }
  jni_delete_local(jni, type);
  return id;
}
