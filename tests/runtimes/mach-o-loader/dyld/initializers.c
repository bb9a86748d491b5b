#include "libraries.h"

/* Arguments of an initializer, as dyld gives them. */
typedef void (*initializer)(int argc, char **argv, char **environment, char **apple);

static struct {
  int argc;
  char **argv, **environment;
} given;

static void run(initializer function) {
  static char *apple[] = {0};
  function(given.argc, given.argv, given.environment, apple);
}

static void run_pointers(const struct image *image, const struct section_64 *section) {
  const initializer *functions = (const void *)((uintptr_t)section->addr + (uintptr_t)image->slide);
  for (uint64_t i = 0; i < section->size / sizeof *functions; i++) run(functions[i]);
}

static void run_offsets(const struct image *image, const struct section_64 *section) {
  const uint32_t *offsets = (const void *)((uintptr_t)section->addr + (uintptr_t)image->slide);
  for (uint64_t i = 0; i < section->size / sizeof *offsets; i++) run((initializer)(void *)(image->base + offsets[i]));
}

/* Depth is bounded by the number of images: each is entered once. */
static void initialise(struct image *image) {
  if (image->initialised) return;
  image->initialised = true;
  for (unsigned i = 0; i < image->dependency_count; i++)
    if (image->dependencies[i].image != NULL) initialise(image->dependencies[i].image);
  image_sections_of_type(image, S_MOD_INIT_FUNC_POINTERS, run_pointers);
  image_sections_of_type(image, S_INIT_FUNC_OFFSETS, run_offsets);
}

void libraries_initialise_one(struct image *image) { initialise(image); }

void libraries_initialise(int argc, char **argv, char **environment) {
  given.argc = argc;
  given.argv = argv;
  given.environment = environment;
  /* Inserted libraries come before the executable, which was loaded first. */
  for (unsigned i = 1; i < libraries_count(); i++) initialise(libraries_at(i));
  initialise(libraries_at(0));
}
