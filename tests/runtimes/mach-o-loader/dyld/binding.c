#include "binding.h"

#include "symbols.h"
#include "exports.h"
#include "libraries.h"
#include "refusal.h"

static void *in_any_image(const char *name) {
  for (unsigned i = 0; i < libraries_count(); i++) {
    void *found = exported_symbol(libraries_at(i), name);
    if (found != NULL) return found;
  }
  return NULL;
}

/* In a library, or in one that it exports again. */
static void *in_library(const struct image *library, const char *name) {
  void *found = exported_symbol(library, name);
  for (unsigned i = 0; found == NULL && i < library->dependency_count; i++) {
    const struct dependency *other = &library->dependencies[i];
    if (other->reexported && other->image != NULL) found = exported_symbol(other->image, name);
  }
  return found;
}

void *bind_symbol(const struct image *image, int ordinal, const char *name, bool weak) {
  const struct dependency *from = NULL;
  void *found = NULL;
  switch (ordinal) {
    case BIND_SELF: found = exported_symbol(image, name); break;
    case BIND_MAIN_EXECUTABLE: found = exported_symbol(libraries_at(0), name); break;
    case BIND_FLAT_LOOKUP:
    case BIND_WEAK_LOOKUP:
      found = in_any_image(name);
      if (found == NULL) found = system_symbol(name);
      break;
    default:
      if (ordinal < 1 || (unsigned)ordinal > image->dependency_count) refuse("bad library ordinal %d in %s", ordinal, image->path);
      from = &image->dependencies[ordinal - 1];
      if (from->system) found = system_symbol(name);
      else if (from->image != NULL) found = in_library(from->image, name);
      else weak = true; /* The library may be missing, then so may its symbols. */
  }
  if (found == NULL && !weak)
    refuse("Symbol not found: %s\n  Referenced from: <%s> %s\n  Expected in: %s", name, image_uuid_text(image), image->path,
           from == NULL ? "flat namespace" : from->image == NULL ? from->name : from->image->path);
  return found;
}

void make_fixups(struct image *image) {
  if (image->chained_fixups.size > 0) make_chained_fixups(image);
  else if (image->dyld_info != NULL) make_dyld_info_fixups(image);
}
