/* Values of a thread. Keys are longer there than here. */
#include <pthread.h>

#include "../dyld/symbols.h"

static int key_create(unsigned long *key, void (*destructor)(void *)) {
  pthread_key_t created;
  int error = pthread_key_create(&created, destructor);
  *key = created;
  return error;
}
static int key_delete(unsigned long key) { return pthread_key_delete((pthread_key_t)key); }
static void *getspecific(unsigned long key) { return pthread_getspecific((pthread_key_t)key); }
static int setspecific(unsigned long key, const void *value) { return pthread_setspecific((pthread_key_t)key, value); }

const struct symbol thread_local_symbols[] = {
    FUNCTION(pthread_key_create, key_create),
    FUNCTION(pthread_key_delete, key_delete),
    FUNCTION(pthread_getspecific, getspecific),
    FUNCTION(pthread_setspecific, setspecific),
    END_OF_SYMBOLS,
};
