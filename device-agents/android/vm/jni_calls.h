/* Functions of JavaVM and JNIEnv, by their index in the table. */
#ifndef LAGLENS_JNI_CALLS_H
#define LAGLENS_JNI_CALLS_H

#include "vm_types.h"

enum laglens_vm_slot { VM_GET_ENV = 6 };

enum laglens_jni_slot {
  JNI_FIND_CLASS = 6,
  JNI_EXCEPTION_CLEAR = 17,
  JNI_PUSH_LOCAL_FRAME = 19,
  JNI_POP_LOCAL_FRAME = 20,
  JNI_NEW_GLOBAL_REF = 21,
  JNI_DELETE_GLOBAL_REF = 22,
  JNI_DELETE_LOCAL_REF = 23,
  JNI_IS_SAME_OBJECT = 24,
  JNI_NEW_LOCAL_REF = 25,
  JNI_NEW_OBJECT_A = 30,
  JNI_GET_OBJECT_CLASS = 31,
  JNI_IS_INSTANCE_OF = 32,
  JNI_GET_METHOD_ID = 33,
  JNI_CALL_OBJECT_METHOD_A = 36,
  JNI_CALL_LONG_METHOD_A = 54,
  JNI_GET_FIELD_ID = 94,
  JNI_GET_LONG_FIELD = 101,
  JNI_GET_STATIC_METHOD_ID = 113,
  JNI_CALL_STATIC_OBJECT_METHOD_A = 116,
  JNI_CALL_STATIC_BOOLEAN_METHOD_A = 119,
  JNI_CALL_STATIC_INT_METHOD_A = 131,
  JNI_CALL_STATIC_LONG_METHOD_A = 134,
  JNI_CALL_STATIC_VOID_METHOD_A = 143,
  JNI_GET_STATIC_FIELD_ID = 144,
  JNI_GET_STATIC_INT_FIELD = 150,
  JNI_GET_STATIC_LONG_FIELD = 151,
  JNI_SET_STATIC_BOOLEAN_FIELD = 155,
  JNI_SET_STATIC_LONG_FIELD = 160,
  JNI_NEW_STRING_UTF = 167,
  JNI_GET_STRING_UTF_CHARS = 169,
  JNI_RELEASE_STRING_UTF_CHARS = 170,
  JNI_REGISTER_NATIVES = 215,
  JNI_NEW_WEAK_GLOBAL_REF = 226,
  JNI_DELETE_WEAK_GLOBAL_REF = 227,
  JNI_EXCEPTION_CHECK = 228
};

#define LAGLENS_CALL(env, slot, type) ((type)(*(env))[slot])

static inline int32_t vm_get_env(laglens_vm vm, void **env, int32_t version) {
  return LAGLENS_CALL(vm, VM_GET_ENV, int32_t(*)(laglens_vm, void **, int32_t))(vm, env, version);
}

static inline void jni_exception_clear(laglens_jni jni) { LAGLENS_CALL(jni, JNI_EXCEPTION_CLEAR, void (*)(laglens_jni))(jni); }
/* True when an exception was pending; it is cleared. */
static inline bool jni_failed(laglens_jni jni) {
  if (!LAGLENS_CALL(jni, JNI_EXCEPTION_CHECK, uint8_t(*)(laglens_jni))(jni)) return false;
  jni_exception_clear(jni);
  return true;
}

/* References. The agent's thread never returns to Java: it frees every local reference itself. */
static inline bool jni_push_frame(laglens_jni jni, int32_t capacity) {
  if (LAGLENS_CALL(jni, JNI_PUSH_LOCAL_FRAME, int32_t(*)(laglens_jni, int32_t))(jni, capacity) == 0) return true;
  jni_exception_clear(jni);
  return false;
}
static inline void jni_pop_frame(laglens_jni jni) {
  LAGLENS_CALL(jni, JNI_POP_LOCAL_FRAME, jobject(*)(laglens_jni, jobject))(jni, NULL);
}
static inline jobject jni_new_global(laglens_jni jni, jobject object) {
  return LAGLENS_CALL(jni, JNI_NEW_GLOBAL_REF, jobject(*)(laglens_jni, jobject))(jni, object);
}
static inline void jni_delete_global(laglens_jni jni, jobject object) {
  if (object != NULL) LAGLENS_CALL(jni, JNI_DELETE_GLOBAL_REF, void (*)(laglens_jni, jobject))(jni, object);
}
static inline jobject jni_new_local(laglens_jni jni, jobject object) {
  return LAGLENS_CALL(jni, JNI_NEW_LOCAL_REF, jobject(*)(laglens_jni, jobject))(jni, object);
}
static inline void jni_delete_local(laglens_jni jni, jobject object) {
  if (object != NULL) LAGLENS_CALL(jni, JNI_DELETE_LOCAL_REF, void (*)(laglens_jni, jobject))(jni, object);
}
static inline jobject jni_new_weak(laglens_jni jni, jobject object) {
  return LAGLENS_CALL(jni, JNI_NEW_WEAK_GLOBAL_REF, jobject(*)(laglens_jni, jobject))(jni, object);
}
static inline void jni_delete_weak(laglens_jni jni, jobject object) {
  if (object != NULL) LAGLENS_CALL(jni, JNI_DELETE_WEAK_GLOBAL_REF, void (*)(laglens_jni, jobject))(jni, object);
}

/* Classes and members; NULL when there is none (no exception stays behind). */
static inline jclass jni_find_class(laglens_jni jni, const char *name) {
  jclass found = LAGLENS_CALL(jni, JNI_FIND_CLASS, jclass(*)(laglens_jni, const char *))(jni, name);
  return jni_failed(jni) ? NULL : found;
}
static inline jclass jni_class_of(laglens_jni jni, jobject object) {
  return LAGLENS_CALL(jni, JNI_GET_OBJECT_CLASS, jclass(*)(laglens_jni, jobject))(jni, object);
}
/* A weak reference is the same as NULL when its object was collected. */
static inline bool jni_is_same(laglens_jni jni, jobject one, jobject other) {
  return LAGLENS_CALL(jni, JNI_IS_SAME_OBJECT, uint8_t(*)(laglens_jni, jobject, jobject))(jni, one, other) != 0;
}
static inline bool jni_is_instance(laglens_jni jni, jobject object, jclass type) {
  return LAGLENS_CALL(jni, JNI_IS_INSTANCE_OF, uint8_t(*)(laglens_jni, jobject, jclass))(jni, object, type) != 0;
}
typedef jmethodID laglens_find_method(laglens_jni, jclass, const char *, const char *);
typedef jfieldID laglens_find_field(laglens_jni, jclass, const char *, const char *);
static inline jmethodID jni_method(laglens_jni jni, jclass type, const char *name, const char *signature) {
  jmethodID found = LAGLENS_CALL(jni, JNI_GET_METHOD_ID, laglens_find_method *)(jni, type, name, signature);
  return jni_failed(jni) ? NULL : found;
}
static inline jmethodID jni_static_method(laglens_jni jni, jclass type, const char *name, const char *signature) {
  jmethodID found = LAGLENS_CALL(jni, JNI_GET_STATIC_METHOD_ID, laglens_find_method *)(jni, type, name, signature);
  return jni_failed(jni) ? NULL : found;
}
static inline jfieldID jni_field(laglens_jni jni, jclass type, const char *name, const char *signature) {
  jfieldID found = LAGLENS_CALL(jni, JNI_GET_FIELD_ID, laglens_find_field *)(jni, type, name, signature);
  return jni_failed(jni) ? NULL : found;
}
static inline jfieldID jni_static_field(laglens_jni jni, jclass type, const char *name, const char *signature) {
  jfieldID found = LAGLENS_CALL(jni, JNI_GET_STATIC_FIELD_ID, laglens_find_field *)(jni, type, name, signature);
  return jni_failed(jni) ? NULL : found;
}

/* Values and calls. NULL or 0 after an exception, which is cleared. */
static inline int64_t jni_get_long(laglens_jni jni, jobject object, jfieldID field) {
  return LAGLENS_CALL(jni, JNI_GET_LONG_FIELD, int64_t(*)(laglens_jni, jobject, jfieldID))(jni, object, field);
}
static inline int32_t jni_get_static_int(laglens_jni jni, jclass type, jfieldID field) {
  return LAGLENS_CALL(jni, JNI_GET_STATIC_INT_FIELD, int32_t(*)(laglens_jni, jclass, jfieldID))(jni, type, field);
}
static inline int64_t jni_get_static_long(laglens_jni jni, jclass type, jfieldID field) {
  return LAGLENS_CALL(jni, JNI_GET_STATIC_LONG_FIELD, int64_t(*)(laglens_jni, jclass, jfieldID))(jni, type, field);
}
static inline void jni_set_static_long(laglens_jni jni, jclass type, jfieldID field, int64_t value) {
  LAGLENS_CALL(jni, JNI_SET_STATIC_LONG_FIELD, void (*)(laglens_jni, jclass, jfieldID, int64_t))(jni, type, field, value);
}
static inline void jni_set_static_boolean(laglens_jni jni, jclass type, jfieldID field, bool value) {
  LAGLENS_CALL(jni, JNI_SET_STATIC_BOOLEAN_FIELD, void (*)(laglens_jni, jclass, jfieldID, uint8_t))(jni, type, field, value ? 1 : 0);
}
static inline jobject jni_new_object(laglens_jni jni, jclass type, jmethodID constructor, const laglens_jvalue *arguments) {
  jobject made = LAGLENS_CALL(jni, JNI_NEW_OBJECT_A, jobject(*)(laglens_jni, jclass, jmethodID, const laglens_jvalue *))(
      jni, type, constructor, arguments);
  return jni_failed(jni) ? NULL : made;
}
static inline jobject jni_call_object(laglens_jni jni, jobject object, jmethodID method) {
  jobject result = LAGLENS_CALL(jni, JNI_CALL_OBJECT_METHOD_A, jobject(*)(laglens_jni, jobject, jmethodID, const laglens_jvalue *))(
      jni, object, method, NULL);
  return jni_failed(jni) ? NULL : result;
}
static inline int64_t jni_call_long(laglens_jni jni, jobject object, jmethodID method, const laglens_jvalue *arguments) {
  int64_t result = LAGLENS_CALL(jni, JNI_CALL_LONG_METHOD_A, int64_t(*)(laglens_jni, jobject, jmethodID, const laglens_jvalue *))(
      jni, object, method, arguments);
  return jni_failed(jni) ? 0 : result;
}
static inline jobject jni_call_static_object(laglens_jni jni, jclass type, jmethodID method, const laglens_jvalue *arguments) {
  jobject result = LAGLENS_CALL(jni, JNI_CALL_STATIC_OBJECT_METHOD_A,
                                jobject(*)(laglens_jni, jclass, jmethodID, const laglens_jvalue *))(jni, type, method, arguments);
  return jni_failed(jni) ? NULL : result;
}
static inline bool jni_call_static_boolean(laglens_jni jni, jclass type, jmethodID method) {
  uint8_t result = LAGLENS_CALL(jni, JNI_CALL_STATIC_BOOLEAN_METHOD_A,
                                uint8_t(*)(laglens_jni, jclass, jmethodID, const laglens_jvalue *))(jni, type, method, NULL);
  return !jni_failed(jni) && result != 0;
}
static inline int32_t jni_call_static_int(laglens_jni jni, jclass type, jmethodID method, const laglens_jvalue *arguments) {
  int32_t result = LAGLENS_CALL(jni, JNI_CALL_STATIC_INT_METHOD_A,
                                int32_t(*)(laglens_jni, jclass, jmethodID, const laglens_jvalue *))(jni, type, method, arguments);
  return jni_failed(jni) ? 0 : result;
}
static inline int64_t jni_call_static_long(laglens_jni jni, jclass type, jmethodID method, const laglens_jvalue *arguments) {
  int64_t result = LAGLENS_CALL(jni, JNI_CALL_STATIC_LONG_METHOD_A,
                                int64_t(*)(laglens_jni, jclass, jmethodID, const laglens_jvalue *))(jni, type, method, arguments);
  return jni_failed(jni) ? 0 : result;
}
static inline void jni_call_static_void(laglens_jni jni, jclass type, jmethodID method, const laglens_jvalue *arguments) {
  LAGLENS_CALL(jni, JNI_CALL_STATIC_VOID_METHOD_A, void (*)(laglens_jni, jclass, jmethodID, const laglens_jvalue *))(
      jni, type, method, arguments);
  jni_failed(jni);
}
static inline bool jni_register(laglens_jni jni, jclass type, const struct laglens_native_method *methods, int32_t count) {
  int32_t result = LAGLENS_CALL(jni, JNI_REGISTER_NATIVES,
                                int32_t(*)(laglens_jni, jclass, const struct laglens_native_method *, int32_t))(jni, type, methods, count);
  return !jni_failed(jni) && result == 0;
}
static inline jobject jni_new_string(laglens_jni jni, const char *text) {
  jobject made = LAGLENS_CALL(jni, JNI_NEW_STRING_UTF, jobject(*)(laglens_jni, const char *))(jni, text);
  return jni_failed(jni) ? NULL : made;
}
static inline const char *jni_string_chars(laglens_jni jni, jobject string) {
  const char *text = LAGLENS_CALL(jni, JNI_GET_STRING_UTF_CHARS, const char *(*)(laglens_jni, jobject, uint8_t *))(jni, string, NULL);
  return jni_failed(jni) ? NULL : text;
}
static inline void jni_release_chars(laglens_jni jni, jobject string, const char *text) {
  LAGLENS_CALL(jni, JNI_RELEASE_STRING_UTF_CHARS, void (*)(laglens_jni, jobject, const char *))(jni, string, text);
}

#endif
