/* Filters for photos. They prepare their tables as the library is loaded. */
#include <jni.h>
#include <time.h>

static const struct timespec preparing = {.tv_nsec = 300 * 1000 * 1000};

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *machine, void *reserved) {
  (void)machine, (void)reserved;
  nanosleep(&preparing, NULL);
  return JNI_VERSION_1_6;
}
