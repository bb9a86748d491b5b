/* Other processes and the disk: slow ones. Parcels are empty, so each answer is 0. */
#define _GNU_SOURCE
#include <errno.h>
#include <time.h>

#include "looper.h"

#define PARCEL "Landroid/os/Parcel;"
#define STRING "Ljava/lang/String;"

static const struct timespec answer_time = {.tv_nsec = 300 * 1000 * 1000}, sync_time = {.tv_nsec = 320 * 1000 * 1000};

static void free_parcel(JNIEnv *env UNUSED, jclass type UNUSED, jlong parcel UNUSED) {}
static jlong free_parcel_size(JNIEnv *env UNUSED, jclass type UNUSED, jlong parcel UNUSED) { return 0; }
static void write_string(JNIEnv *env UNUSED, jclass type UNUSED, jlong parcel UNUSED, jstring text UNUSED) {}
static void write_int(JNIEnv *env UNUSED, jclass type UNUSED, jlong parcel UNUSED, jint value UNUSED) {}
static jint write_int_error(JNIEnv *env UNUSED, jclass type UNUSED, jlong parcel UNUSED, jint value UNUSED) { return 0; }
static jint read_int(JNIEnv *env UNUSED, jclass type UNUSED, jlong parcel UNUSED) { return 0; }
/* Not 0, which is a parcel that could not be made. */
static jlong any_parcel(JNIEnv *env UNUSED, jclass type UNUSED) { return 1; }

static jboolean transact(JNIEnv *env UNUSED, jobject proxy UNUSED, jint code UNUSED, jobject data UNUSED, jobject reply UNUSED,
                         jint flags UNUSED) {
  nanosleep(&answer_time, NULL);
  return JNI_TRUE;
}

static void sync_file(JNIEnv *env UNUSED, jobject descriptor UNUSED) { nanosleep(&sync_time, NULL); }

/* Preferences ask only whether another process changed the file. */
static jobject no_stat(JNIEnv *env, jobject os UNUSED, jstring path UNUSED) {
  jclass type = (*env)->FindClass(env, "android/system/ErrnoException");
  jmethodID create = (*env)->GetMethodID(env, type, "<init>", "(" STRING "I)V");
  (*env)->Throw(env, (*env)->NewObject(env, type, create, (*env)->NewStringUTF(env, "stat"), ENOENT));
  return NULL;
}

static void change_mode(JNIEnv *env UNUSED, jobject os UNUSED, jstring path UNUSED, jint mode UNUSED) {}

BindingTable services_bindings(void) {
  static const Binding bindings[] = {
      {"android.os.BinderProxy", "transactNative", "(I" PARCEL PARCEL "I)Z", transact},
      {"android.os.Parcel", "nativeCreate", "()J", any_parcel},
      {NULL, "nativeFreeBuffer", "(J)J", free_parcel_size},
      {NULL, "nativeFreeBuffer", "(J)V", free_parcel},
      {NULL, "nativeDestroy", "(J)V", free_parcel},
      {NULL, "nativeWriteInterfaceToken", "(J" STRING ")V", write_string},
      {NULL, "nativeWriteInt", "(JI)V", write_int},
      {NULL, "nativeWriteInt", "(JI)I", write_int_error},
      {NULL, "nativeReadInt", "(J)I", read_int},
      {"java.io.FileDescriptor", "sync", "()V", sync_file},
      {NULL, "sync0", "()V", sync_file},
      {"libcore.io.Linux", "stat", "(" STRING ")Landroid/system/StructStat;", no_stat},
      {NULL, "chmod", "(" STRING "I)V", change_mode},
  };
  return BINDING_TABLE(bindings);
}
