/* Gives the framework's classes their natives, before any of those classes is initialised. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "looper.h"

static jclass class_class;
static jmethodID for_name;

jclass find_class(JNIEnv *env, const char *dotted_name) {
  jclass found =
      (*env)->CallStaticObjectMethod(env, class_class, for_name, (*env)->NewStringUTF(env, dotted_name), JNI_FALSE, (jobject)NULL);
  if (!(*env)->ExceptionCheck(env)) return found;
  (*env)->ExceptionClear(env);
  return NULL;
}

/* A phone's runtime brings its own core library with its own natives. */
static bool belongs_to_core_library(const char *class_name) {
  return strncmp(class_name, "java.", 5) == 0 || strncmp(class_name, "libcore.", 8) == 0 || strncmp(class_name, "dalvik.", 7) == 0;
}

static void register_table(JNIEnv *env, BindingTable table, bool art) {
  jclass type = NULL;
  for (size_t i = 0; i < table.count; i++) {
    const Binding *binding = &table.bindings[i];
    if (binding->class_name != NULL) {
      type = art && belongs_to_core_library(binding->class_name) ? NULL : find_class(env, binding->class_name);
    }
    if (type == NULL) continue;
    JNINativeMethod method = {(char *)binding->name, (char *)binding->signature, binding->function};
    if ((*env)->RegisterNatives(env, type, &method, 1) != 0) (*env)->ExceptionClear(env);
  }
}

static void register_all(JNIEnv *env, bool art) {
  const BindingTable tables[] = {message_queue_bindings(), vsync_bindings(), process_bindings(), system_bindings(), services_bindings()};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) register_table(env, tables[i], art);
}

/* ART prints the whole class for each method that this release does not have. */
static void register_silently(JNIEnv *env) {
  int original = dup(STDERR_FILENO), silent = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(silent, STDERR_FILENO);
  register_all(env, true);
  dup2(original, STDERR_FILENO);
  close(silent);
  close(original);
}

JNIEXPORT jboolean JNICALL Java_com_example_phone_Natives_register(JNIEnv *env, jclass type UNUSED, jboolean art, jclass touch_screen) {
  if ((*env)->PushLocalFrame(env, 400) != 0) return JNI_FALSE;
  class_class = (*env)->NewGlobalRef(env, (*env)->FindClass(env, "java/lang/Class"));
  for_name = (*env)->GetStaticMethodID(env, class_class, "forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;");
  if (art) {
    register_silently(env);
  } else {
    register_all(env, false);
  }
  bool prepared = message_queue_prepare(env, touch_screen) && vsync_prepare(env);
  (*env)->PopLocalFrame(env, NULL);
  return prepared;
}

JNIEXPORT jboolean JNICALL Java_com_example_phone_Natives_openTruth(JNIEnv *env, jclass type UNUSED, jstring path) {
  const char *chars = (*env)->GetStringUTFChars(env, path, NULL);
  if (chars == NULL) return JNI_FALSE;
  bool opened = truth_open(chars);
  (*env)->ReleaseStringUTFChars(env, path, chars);
  return opened;
}

static void chars_of(JNIEnv *env, jstring text, char *to, size_t room) {
  const char *chars = text == NULL ? NULL : (*env)->GetStringUTFChars(env, text, NULL);
  snprintf(to, room, "%s", chars == NULL ? "" : chars);
  if (chars != NULL) (*env)->ReleaseStringUTFChars(env, text, chars);
}

JNIEXPORT void JNICALL Java_com_example_phone_Natives_label(JNIEnv *env, jclass type UNUSED, jstring label, jstring thread, jstring screen) {
  char chars[3][128];
  chars_of(env, label, chars[0], sizeof chars[0]);
  chars_of(env, thread, chars[1], sizeof chars[1]);
  chars_of(env, screen, chars[2], sizeof chars[2]);
  truth_label(chars[0], chars[1], chars[2]);
}

JNIEXPORT void JNICALL Java_com_example_phone_Natives_waited(JNIEnv *env, jclass type UNUSED, jstring owners, jstring waker) {
  char chars[2][128];
  chars_of(env, owners, chars[0], sizeof chars[0]);
  chars_of(env, waker, chars[1], sizeof chars[1]);
  truth_waited(chars[0], chars[1]);
}
