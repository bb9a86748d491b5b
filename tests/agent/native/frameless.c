/* A library whose threads are threads of the virtual machine without a single Java frame, as a renderer's and a browser's are: one that
 * is always at work, and a pool of workers of one name that rest. They end with the process. */
#include <pthread.h>
#include <unistd.h>

#include "../../../device-agents/android/vm/jni_calls.h"

enum { WORKERS = 6, VM_ATTACH_AS_DAEMON = 7 };

struct attach_arguments { /* JavaVMAttachArgs */
  int32_t version;
  const char *name;
  void *group;
};

static laglens_vm machine;
static volatile unsigned turns;
static int attached;

static void attach(const char *name) {
  struct attach_arguments arguments = {JNI_VERSION, name, NULL};
  laglens_jni jni = NULL;
  LAGLENS_CALL(machine, VM_ATTACH_AS_DAEMON, int32_t(*)(laglens_vm, laglens_jni *, void *))(machine, &jni, &arguments);
  __atomic_add_fetch(&attached, 1, __ATOMIC_RELEASE);
}

static void *spin(void *name) {
  attach(name);
  for (;;) turns++;
  return NULL;
}

static void *rest(void *name) {
  attach(name);
  for (;;) pause();
  return NULL;
}

__attribute__((visibility("default"))) int32_t JNI_OnLoad(laglens_vm vm, void *reserved) {
  pthread_t thread;
  (void)reserved;
  machine = vm;
  pthread_create(&thread, NULL, spin, "RenderThread");
  for (int i = 0; i < WORKERS; i++) pthread_create(&thread, NULL, rest, "ThreadPoolForegroundWorker");
  /* The agent that comes next is younger than all of them. */
  while (__atomic_load_n(&attached, __ATOMIC_ACQUIRE) <= WORKERS) usleep(1000);
  return JNI_VERSION;
}
