/* Functions of jvmtiEnv, by their number in the specification; number n is at index n - 1. All give a jvmtiError; 0: none. */
#ifndef LAGLENS_JVMTI_CALLS_H
#define LAGLENS_JVMTI_CALLS_H

#include "jni_calls.h"

enum laglens_jvmti_number {
  JVMTI_SET_EVENT_NOTIFICATION_MODE = 2,
  JVMTI_GET_ALL_THREADS = 4,
  JVMTI_GET_THREAD_INFO = 9,
  JVMTI_GET_CURRENT_CONTENDED_MONITOR = 11,
  JVMTI_RUN_AGENT_THREAD = 12,
  JVMTI_GET_THREAD_GROUP_INFO = 14,
  JVMTI_GET_FRAME_COUNT = 16,
  JVMTI_GET_THREAD_STATE = 17,
  JVMTI_DEALLOCATE = 47,
  JVMTI_GET_CLASS_SIGNATURE = 48,
  JVMTI_GET_SOURCE_FILE_NAME = 50,
  JVMTI_GET_CLASS_LOADER = 57,
  JVMTI_GET_OBJECT_MONITOR_USAGE = 59,
  JVMTI_GET_METHOD_NAME = 64,
  JVMTI_GET_METHOD_DECLARING_CLASS = 65,
  JVMTI_GET_METHOD_MODIFIERS = 66,
  JVMTI_GET_LINE_NUMBER_TABLE = 70,
  JVMTI_GET_BYTECODES = 75,
  JVMTI_GET_SOURCE_DEBUG_EXTENSION = 90,
  JVMTI_GET_THREAD_LOCAL_STORAGE = 102,
  JVMTI_SET_THREAD_LOCAL_STORAGE = 103,
  JVMTI_GET_STACK_TRACE = 104,
  JVMTI_SET_EVENT_CALLBACKS = 122,
  JVMTI_GET_SYSTEM_PROPERTY = 131,
  JVMTI_GET_POTENTIAL_CAPABILITIES = 140,
  JVMTI_ADD_CAPABILITIES = 142,
  JVMTI_ADD_TO_BOOTSTRAP_CLASS_LOADER_SEARCH = 149
};

#define JVMTI_FUNCTION(env, number, ...) LAGLENS_CALL(env, (number) - 1, int32_t(*)(laglens_jvmti, __VA_ARGS__))

/* `thread` NULL: for all threads. The function is variadic in the specification, with no argument defined. */
static inline int32_t jvmti_set_event(laglens_jvmti env, bool on, int32_t event, jthread thread) {
  return JVMTI_FUNCTION(env, JVMTI_SET_EVENT_NOTIFICATION_MODE, int32_t, int32_t, jthread, ...)(
      env, on ? MODE_ENABLE : MODE_DISABLE, event, thread);
}
static inline int32_t jvmti_all_threads(laglens_jvmti env, int32_t *count, jthread **threads) {
  return JVMTI_FUNCTION(env, JVMTI_GET_ALL_THREADS, int32_t *, jthread **)(env, count, threads);
}
static inline int32_t jvmti_thread_info(laglens_jvmti env, jthread thread, struct laglens_thread_info *info) {
  return JVMTI_FUNCTION(env, JVMTI_GET_THREAD_INFO, jthread, struct laglens_thread_info *)(env, thread, info);
}
static inline int32_t jvmti_contended_monitor(laglens_jvmti env, jthread thread, jobject *monitor) {
  return JVMTI_FUNCTION(env, JVMTI_GET_CURRENT_CONTENDED_MONITOR, jthread, jobject *)(env, thread, monitor);
}
typedef void laglens_agent_thread(laglens_jvmti, laglens_jni, void *);
static inline int32_t jvmti_run_agent_thread(laglens_jvmti env, jthread thread, laglens_agent_thread *body, void *argument) {
  return JVMTI_FUNCTION(env, JVMTI_RUN_AGENT_THREAD, jthread, laglens_agent_thread *, const void *, int32_t)(
      env, thread, body, argument, PRIORITY_MAX);
}
static inline int32_t jvmti_group_info(laglens_jvmti env, jobject group, struct laglens_thread_group_info *info) {
  return JVMTI_FUNCTION(env, JVMTI_GET_THREAD_GROUP_INFO, jobject, struct laglens_thread_group_info *)(env, group, info);
}
static inline int32_t jvmti_thread_state(laglens_jvmti env, jthread thread, int32_t *state) {
  return JVMTI_FUNCTION(env, JVMTI_GET_THREAD_STATE, jthread, int32_t *)(env, thread, state);
}
static inline int32_t jvmti_frame_count(laglens_jvmti env, jthread thread, int32_t *count) {
  return JVMTI_FUNCTION(env, JVMTI_GET_FRAME_COUNT, jthread, int32_t *)(env, thread, count);
}
static inline void jvmti_free(laglens_jvmti env, void *memory) {
  if (memory != NULL) JVMTI_FUNCTION(env, JVMTI_DEALLOCATE, void *)(env, memory);
}
static inline int32_t jvmti_class_signature(laglens_jvmti env, jclass type, char **signature) {
  return JVMTI_FUNCTION(env, JVMTI_GET_CLASS_SIGNATURE, jclass, char **, char **)(env, type, signature, NULL);
}
/* NULL for the virtual machine's own classes. */
static inline int32_t jvmti_class_loader(laglens_jvmti env, jclass type, jobject *loader) {
  return JVMTI_FUNCTION(env, JVMTI_GET_CLASS_LOADER, jclass, jobject *)(env, type, loader);
}
static inline int32_t jvmti_source_file(laglens_jvmti env, jclass type, char **name) {
  return JVMTI_FUNCTION(env, JVMTI_GET_SOURCE_FILE_NAME, jclass, char **)(env, type, name);
}
static inline int32_t jvmti_monitor_usage(laglens_jvmti env, jobject object, struct laglens_monitor_usage *usage) {
  return JVMTI_FUNCTION(env, JVMTI_GET_OBJECT_MONITOR_USAGE, jobject, struct laglens_monitor_usage *)(env, object, usage);
}
static inline int32_t jvmti_method_name(laglens_jvmti env, jmethodID method, char **name, char **signature) {
  return JVMTI_FUNCTION(env, JVMTI_GET_METHOD_NAME, jmethodID, char **, char **, char **)(env, method, name, signature, NULL);
}
static inline int32_t jvmti_declaring_class(laglens_jvmti env, jmethodID method, jclass *type) {
  return JVMTI_FUNCTION(env, JVMTI_GET_METHOD_DECLARING_CLASS, jmethodID, jclass *)(env, method, type);
}
static inline int32_t jvmti_modifiers(laglens_jvmti env, jmethodID method, int32_t *modifiers) {
  return JVMTI_FUNCTION(env, JVMTI_GET_METHOD_MODIFIERS, jmethodID, int32_t *)(env, method, modifiers);
}
static inline int32_t jvmti_line_numbers(laglens_jvmti env, jmethodID method, int32_t *count, struct laglens_line_number **table) {
  return JVMTI_FUNCTION(env, JVMTI_GET_LINE_NUMBER_TABLE, jmethodID, int32_t *, struct laglens_line_number **)(env, method, count, table);
}
static inline int32_t jvmti_bytecodes(laglens_jvmti env, jmethodID method, int32_t *count, uint8_t **code) {
  return JVMTI_FUNCTION(env, JVMTI_GET_BYTECODES, jmethodID, int32_t *, uint8_t **)(env, method, count, code);
}
static inline int32_t jvmti_source_debug(laglens_jvmti env, jclass type, char **text) {
  return JVMTI_FUNCTION(env, JVMTI_GET_SOURCE_DEBUG_EXTENSION, jclass, char **)(env, type, text);
}
/* `thread` NULL: the calling one. */
static inline void *jvmti_get_local(laglens_jvmti env, jthread thread) {
  void *data = NULL;
  return JVMTI_FUNCTION(env, JVMTI_GET_THREAD_LOCAL_STORAGE, jthread, void **)(env, thread, &data) == 0 ? data : NULL;
}
static inline int32_t jvmti_set_local(laglens_jvmti env, jthread thread, const void *data) {
  return JVMTI_FUNCTION(env, JVMTI_SET_THREAD_LOCAL_STORAGE, jthread, const void *)(env, thread, data);
}
static inline int32_t jvmti_stack_trace(laglens_jvmti env, jthread thread, int32_t most, struct laglens_frame *frames, int32_t *count) {
  return JVMTI_FUNCTION(env, JVMTI_GET_STACK_TRACE, jthread, int32_t, int32_t, struct laglens_frame *, int32_t *)(
      env, thread, 0, most, frames, count);
}
static inline int32_t jvmti_set_callbacks(laglens_jvmti env, void *const *callbacks, int32_t bytes) {
  return JVMTI_FUNCTION(env, JVMTI_SET_EVENT_CALLBACKS, const void *, int32_t)(env, callbacks, bytes);
}
static inline int32_t jvmti_system_property(laglens_jvmti env, const char *name, char **value) {
  return JVMTI_FUNCTION(env, JVMTI_GET_SYSTEM_PROPERTY, const char *, char **)(env, name, value);
}
static inline int32_t jvmti_potential_capabilities(laglens_jvmti env, struct laglens_capabilities *out) {
  return JVMTI_FUNCTION(env, JVMTI_GET_POTENTIAL_CAPABILITIES, struct laglens_capabilities *)(env, out);
}
static inline int32_t jvmti_add_capabilities(laglens_jvmti env, const struct laglens_capabilities *wanted) {
  return JVMTI_FUNCTION(env, JVMTI_ADD_CAPABILITIES, const struct laglens_capabilities *)(env, wanted);
}
static inline int32_t jvmti_add_to_boot_path(laglens_jvmti env, const char *path) {
  return JVMTI_FUNCTION(env, JVMTI_ADD_TO_BOOTSTRAP_CLASS_LOADER_SEARCH, const char *)(env, path);
}

#endif
