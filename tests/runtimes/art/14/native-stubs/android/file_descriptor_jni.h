/* Stand-in for the NDK's header; libnativehelper has the functions. */
#pragma once
#include <jni.h>
#ifdef __cplusplus
extern "C" {
#endif
jobject AFileDescriptor_create(JNIEnv* env);
int AFileDescriptor_getFd(JNIEnv* env, jobject fileDescriptor);
void AFileDescriptor_setFd(JNIEnv* env, jobject fileDescriptor, int fd);
#ifdef __cplusplus
}
#endif
