#include "libraries.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "binding.h"
#include "library_paths.h"
#include "refusal.h"
#include "signature.h"
#include "slice.h"

enum { WORDS = 4096 };

static struct image *images[MAX_IMAGES];
/* Whoever asks while an image is added finds either what was there or that one, too, mapped. */
static atomic_uint count;

unsigned libraries_count(void) { return count; }

struct image *libraries_at(unsigned index) { return index < count ? images[index] : NULL; }

struct image *libraries_containing(const void *address) {
  for (unsigned i = 0; i < count; i++)
    if ((uint64_t)((const uint8_t *)address - images[i]->base) < images[i]->span) return images[i];
  return NULL;
}

static bool check_platform(const struct image *image, char *why, size_t room) {
  if (count == 0 || image->platform == images[0]->platform) return true;
  snprintf(why, room, "mach-o file, but is an incompatible platform (have '%s', need '%s')", platform_name(image->platform),
           platform_name(images[0]->platform));
  return false;
}

static bool check_signature(const struct image *image, char *why, size_t room) {
  if (signature_is_valid(image)) return true;
  snprintf(why, room, "code signature invalid in <%s> '%s' (errno=1) sliceOffset=0x%08llX, codeBlobOffset=0x%08X, codeBlobSize=0x%08X",
           image_uuid_text(image), image->path, (unsigned long long)image->slice_offset, image->signature.offset, image->signature.size);
  return false;
}

/* One file; NULL with the reason in dyld's words. */
static struct image *load_file(const char *path, char *why, size_t room) {
  for (unsigned i = 0; i < count; i++)
    if (strcmp(images[i]->path, path) == 0) return images[i];
  struct image *image = calloc(1, sizeof *image);
  if (image == NULL || count == MAX_IMAGES) refuse("more images than this loader takes (%d)", MAX_IMAGES);
  bool loaded = slice_open(image, path, why, room) && image_read_commands(image, why, room) && check_platform(image, why, room) &&
                check_signature(image, why, room);
  if (loaded && !image_map_segments(image)) refuse("no memory for %s", path);
  if (!loaded) {
    free(image);
    return NULL;
  }
  images[count] = image;
  atomic_fetch_add(&count, 1);
  return image;
}

static struct image *load_name(const char *name, const struct image *from, char *tried, size_t room) {
  char paths[MAX_CANDIDATES][MAX_PATH];
  unsigned candidates = library_candidates(name, from, images[0], paths);
  size_t used = (size_t)snprintf(tried, room, "tried: ");
  for (unsigned i = 0; i < candidates; i++) {
    char why[WORDS / 2];
    struct image *image = load_file(paths[i], why, sizeof why);
    if (image != NULL) return image;
    if (used < room) used += (size_t)snprintf(tried + used, room - used, "%s'%s' (%s)", i == 0 ? "" : ", ", paths[i], why);
  }
  if (candidates == 0) snprintf(tried, room, "no LC_RPATH's found");
  return NULL;
}

static void load_dependencies(struct image *image) {
  for (unsigned i = 0; i < image->dependency_count; i++) {
    struct dependency *dependency = &image->dependencies[i];
    char tried[WORDS];
    dependency->system = is_system_library(dependency->name);
    if (dependency->system) continue;
    dependency->image = load_name(dependency->name, image, tried, sizeof tried);
    if (dependency->image == NULL && !dependency->weak)
      refuse("Library not loaded: %s\n  Referenced from: <%s> %s\n  Reason: %s", dependency->name, image_uuid_text(image), image->path, tried);
  }
}

/* The images from a number on, and what they need, but for their initializers. */
static void make_ready(unsigned first) {
  for (unsigned i = first; i < count; i++) load_dependencies(images[i]);
  for (unsigned i = first; i < count; i++) make_fixups(images[i]);
  for (unsigned i = first; i < count; i++) image_protect_segments(images[i]);
}

/* On a device a library that cannot be inserted ends the app; a simulator goes on without it. */
static void insert(const char *name) {
  char tried[WORDS];
  if (load_name(name, images[0], tried, sizeof tried) != NULL || images[0]->platform == PLATFORM_IOS_SIMULATOR) return;
  refuse("terminating because inserted dylib '%s' could not be loaded: %s", name, tried);
}

static void insert_all(const char *inserted) {
  char *names = strdup(inserted), *rest = names;
  for (char *name; (name = strsep(&rest, ":")) != NULL;)
    if (*name != '\0') insert(name);
  free(names);
}

struct image *libraries_load(const char *executable, const char *inserted) {
  char why[WORDS];
  struct image *main_image = load_file(executable, why, sizeof why);
  if (main_image == NULL) refuse("could not load %s: %s", executable, why);
  if (main_image->filetype != MH_EXECUTE) refuse("could not load %s: not an executable", executable);
  if (inserted != NULL) insert_all(inserted);
  make_ready(0);
  return main_image;
}

struct image *libraries_open(const char *name, const struct image *from, char *why, size_t room) {
  unsigned before = count;
  struct image *image = load_name(name, from, why, room);
  make_ready(before);
  return image;
}
