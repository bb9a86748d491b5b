/* Preloaded. ART gives its workers stacks of 64 KiB; glibc on arm64 refuses less than 128. These threads get a stack of glibc's own instead. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>

enum { LEAST_BYTES = 128 * 1024, ROOMY_BYTES = 256 * 1024 };

int pthread_attr_setstack(pthread_attr_t *attributes, void *address, size_t bytes) {
  if (bytes < LEAST_BYTES) return pthread_attr_setstacksize(attributes, ROOMY_BYTES);
  int (*real)(pthread_attr_t *, void *, size_t);
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_attr_setstack");
  return real(attributes, address, bytes);
}
