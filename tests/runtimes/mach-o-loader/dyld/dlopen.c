/* Libraries that an app loads while it runs, and who is notified of them. Nothing is ever unloaded. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#include "libraries.h"
#include "library_paths.h"
#include "refusal.h"
#include "../foundation/objc.h"
#include "symbols.h"

enum { MOST_CALLBACKS = 16, WORDS = 4096 };

typedef void (*image_callback)(const void *header, intptr_t slide);

static image_callback callbacks[MOST_CALLBACKS];
static unsigned callback_count;
/* Initializers may load libraries themselves. */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static _Thread_local char why_not[WORDS];
static _Thread_local const char *last_error;

/* Called at once for what is there. */
static void register_add_image(image_callback callback) {
  pthread_mutex_lock(&lock);
  if (callback_count == MOST_CALLBACKS) refuse("more callbacks for images than this loader takes (%d)", MOST_CALLBACKS);
  callbacks[callback_count++] = callback;
  for (unsigned i = 0; i < libraries_count(); i++) callback(libraries_at(i)->base, libraries_at(i)->slide);
  pthread_mutex_unlock(&lock);
}

static void register_remove_image(image_callback callback) { (void)callback; }

/* As dyld does it: everybody hears of new images before any code of theirs runs. */
static struct image *open_library(const char *name, const struct image *from) {
  unsigned before = libraries_count();
  struct image *image = libraries_open(name, from, why_not, sizeof why_not);
  unsigned after = libraries_count();
  for (unsigned i = before; i < after; i++) objc_take_image(libraries_at(i));
  for (unsigned i = before; i < after; i++)
    for (unsigned k = 0; k < callback_count; k++) callbacks[k](libraries_at(i)->base, libraries_at(i)->slide);
  if (image != NULL) libraries_initialise_one(image);
  return image;
}

/* The handle is the image; of the system's libraries, and without a name, the executable. */
static void *darwin_dlopen(const char *name, int mode) {
  const struct image *from = libraries_containing(__builtin_return_address(0));
  (void)mode;
  if (name == NULL || is_system_library(name)) return libraries_at(0);
  pthread_mutex_lock(&lock);
  struct image *image = open_library(name, from == NULL ? libraries_at(0) : from);
  pthread_mutex_unlock(&lock);
  if (image == NULL) last_error = why_not;
  return image;
}

static const char *darwin_dlerror(void) {
  const char *error = last_error;
  last_error = NULL;
  return error;
}

static int darwin_dlclose(void *handle) {
  (void)handle;
  return 0;
}

const struct symbol dlopen_symbols[] = {
    FUNCTION(_dyld_register_func_for_add_image, register_add_image),
    FUNCTION(_dyld_register_func_for_remove_image, register_remove_image),
    FUNCTION(dlopen, darwin_dlopen),
    FUNCTION(dlerror, darwin_dlerror),
    FUNCTION(dlclose, darwin_dlclose),
    END_OF_SYMBOLS,
};
