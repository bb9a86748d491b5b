/* What the looper classes ask of the rest of Android: the log goes to standard error, all else says "nothing to do". */
#include <stdio.h>
#include <string.h>

#include "looper.h"

#define STRING "Ljava/lang/String;"

static void nothing(JNIEnv *env UNUSED, jclass type UNUSED) {}
static void nothing_int(JNIEnv *env UNUSED, jclass type UNUSED, jint value UNUSED) {}
static void nothing_long(JNIEnv *env UNUSED, jclass type UNUSED, jlong value UNUSED) {}
static void nothing_boolean(JNIEnv *env UNUSED, jclass type UNUSED, jboolean value UNUSED) {}
static void nothing_long_string(JNIEnv *env UNUSED, jclass type UNUSED, jlong tag UNUSED, jstring name UNUSED) {}
static void nothing_two_longs(JNIEnv *env UNUSED, jclass type UNUSED, jlong function UNUSED, jlong pointer UNUSED) {}
static jint zero_int(void) { return 0; }
static jlong zero_long(void) { return 0; }
/* ART's NativeAllocationRegistry refuses null, and calls the function with the object. */
static jlong some_object(void) {
  static char object;
  return (jlong)(intptr_t)&object;
}
static void free_nothing(void *object UNUSED) {}
static jlong free_function(void) { return (jlong)(intptr_t)free_nothing; }
static jboolean yes(void) { return JNI_TRUE; }
static jboolean no_long(JNIEnv *env UNUSED, jclass type UNUSED, jlong tag UNUSED) { return JNI_FALSE; }
static jlong zero_of_long(JNIEnv *env UNUSED, jclass type UNUSED, jlong value UNUSED) { return 0; }
static jlong zero_of_int(JNIEnv *env UNUSED, jclass type UNUSED, jint value UNUSED) { return 0; }
static jlong zero_of_string(JNIEnv *env UNUSED, jclass type UNUSED, jstring value UNUSED) { return 0; }

static jboolean is_loggable(JNIEnv *env UNUSED, jclass type UNUSED, jstring tag UNUSED, jint level) {
  enum { INFO = 4 };
  return level >= INFO;
}

static jlong zero_of_strings(JNIEnv *env UNUSED, jclass type UNUSED, jstring a UNUSED, jstring b UNUSED, jstring c UNUSED) { return 0; }

static jint longest_log_line(void) { return 4068; }

static jint print_log(JNIEnv *env, jclass type UNUSED, jint buffer UNUSED, jint level, jstring tag, jstring text) {
  const char *tag_chars = tag == NULL ? NULL : (*env)->GetStringUTFChars(env, tag, NULL);
  const char *text_chars = text == NULL ? NULL : (*env)->GetStringUTFChars(env, text, NULL);
  fprintf(stderr, "%c/%s: %s\n", "??VDIWEA"[level & 7], tag_chars == NULL ? "" : tag_chars, text_chars == NULL ? "" : text_chars);
  if (tag_chars != NULL) (*env)->ReleaseStringUTFChars(env, tag, tag_chars);
  if (text_chars != NULL) (*env)->ReleaseStringUTFChars(env, text, text_chars);
  return 1;
}

/* Those without which android.os.Build cannot be initialised: API 26 splits the ABI list, API 37 parses the other two. */
static const struct {
  const char *key, *value;
} properties[] = {
    {"ro.product.cpu.abilist", "x86_64"},
    {"ro.product.cpu.abilist32", "x86_64"},
    {"ro.product.cpu.abilist64", "x86_64"},
    {"ro.build.version.sdk_full", "0.0"},
    {"ro.build.version.all_codenames", "REL"},
};

static jstring get_property(JNIEnv *env, jclass type UNUSED, jstring key, jstring fallback) {
  const char *chars = (*env)->GetStringUTFChars(env, key, NULL), *value = NULL;
  if (chars == NULL) return fallback;
  for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
    if (strcmp(chars, properties[i].key) == 0) value = properties[i].value;
  }
  (*env)->ReleaseStringUTFChars(env, key, chars);
  return value == NULL ? fallback : (*env)->NewStringUTF(env, value);
}

static jstring get_property_or_empty(JNIEnv *env, jclass type, jstring key) {
  return get_property(env, type, key, (*env)->NewStringUTF(env, ""));
}

static jint int_property(JNIEnv *env UNUSED, jclass type UNUSED, jstring key UNUSED, jint fallback) { return fallback; }
static jlong long_property(JNIEnv *env UNUSED, jclass type UNUSED, jstring key UNUSED, jlong fallback) { return fallback; }
static jboolean boolean_property(JNIEnv *env UNUSED, jclass type UNUSED, jstring key UNUSED, jboolean fallback) { return fallback; }

static jobject new_array(JNIEnv *env, jobject runtime UNUSED, jclass type, jint length) {
  jclass array = (*env)->FindClass(env, "java/lang/reflect/Array");
  jmethodID create = (*env)->GetStaticMethodID(env, array, "newInstance", "(Ljava/lang/Class;I)Ljava/lang/Object;");
  return (*env)->CallStaticObjectMethod(env, array, create, type, length);
}

BindingTable system_bindings(void) {
  static const Binding bindings[] = {
      {"libcore.util.NativeAllocationRegistry", "applyFreeFunction", "(JJ)V", nothing_two_longs},
      {"android.util.Log", "isLoggable", "(" STRING "I)Z", is_loggable},
      {NULL, "println_native", "(II" STRING STRING ")I", print_log},
      {NULL, "logger_entry_max_payload_native", "()I", longest_log_line},
      {"android.os.Trace", "nativeGetEnabledTags", "()J", zero_long},
      {NULL, "nativeIsTagEnabled", "(J)Z", no_long},
      {NULL, "nativeTraceBegin", "(J" STRING ")V", nothing_long_string},
      {NULL, "nativeTraceEnd", "(J)V", nothing_long},
      {NULL, "nativeSetAppTracingAllowed", "(Z)V", nothing_boolean},
      {NULL, "nativeSetTracingEnabled", "(Z)V", nothing_boolean},
      {"android.os.PerfettoTrace$Category", "native_init", "(" STRING STRING STRING ")J", zero_of_strings},
      {NULL, "native_delete", "()J", zero_long},
      {NULL, "native_get_extra_ptr", "(J)J", zero_of_long},
      {NULL, "native_is_enabled", "(J)Z", no_long},
      {"android.os.PerfettoTrackEventExtra", "native_init", "()J", zero_long},
      {NULL, "native_delete", "()J", zero_long},
      {NULL, "native_clear_args", "(J)V", nothing_long},
      {"android.os.SystemProperties", "native_get", "(" STRING STRING ")" STRING, get_property},
      {NULL, "native_get", "(" STRING ")" STRING, get_property_or_empty},
      {NULL, "native_get_int", "(" STRING "I)I", int_property},
      {NULL, "native_get_long", "(" STRING "J)J", long_property},
      {NULL, "native_get_boolean", "(" STRING "Z)Z", boolean_property},
      {NULL, "native_find", "(" STRING ")J", zero_of_string},
      {NULL, "native_add_change_callback", "()V", nothing},
      {"android.os.Binder", "clearCallingIdentity", "()J", zero_long},
      {NULL, "restoreCallingIdentity", "(J)V", nothing_long},
      {NULL, "setThreadStrictModePolicy", "(I)V", nothing_int},
      {NULL, "getThreadStrictModePolicy", "()I", zero_int},
      {NULL, "setCallingWorkSourceUid", "(I)J", zero_of_int},
      {NULL, "restoreCallingWorkSource", "(J)V", nothing_long},
      {NULL, "clearCallingWorkSource", "()J", zero_long},
      {NULL, "getNativeBBinderHolder", "()J", some_object},
      {NULL, "getNativeFinalizer", "()J", free_function},
      {NULL, "init", "()V", nothing},
      {NULL, "flushPendingCommands", "()V", nothing},
      {"dalvik.system.VMRuntime", "is64Bit", "()Z", yes},
      {NULL, "newUnpaddedArray", "(Ljava/lang/Class;I)Ljava/lang/Object;", new_array},
      {"android.graphics.HardwareRenderer", "nSetRtAnimationsEnabled", "(Z)V", nothing_boolean},
      {NULL, "nHackySetRTAnimationsEnabled", "(Z)V", nothing_boolean},
      {"android.view.SurfaceControl", "nativeGetNativeSurfaceControlFinalizer", "()J", zero_long},
      {"android.window.InputTransferToken", "nativeGetNativeInputTransferTokenFinalizer", "()J", zero_long},
      {"android.view.ThreadedRenderer", "nHackySetRTAnimationsEnabled", "(Z)V", nothing_boolean},
  };
  return BINDING_TABLE(bindings);
}
