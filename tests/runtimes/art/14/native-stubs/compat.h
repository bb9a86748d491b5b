/* libcore 10 finds here what the headers of 14's libnativehelper have elsewhere, or no longer. */
#ifdef __cplusplus
#include <jni.h>
#include <string.h>
#include <nativehelper/JNIHelp.h>
#include <nativehelper/JNIPlatformHelp.h>
static inline const char* jniStrError(int error, char* buffer, size_t size) { return strerror_r(error, buffer, size); }
#endif
