/* What dyld reports of images, and dlsym. */
#include <stdint.h>
#include <string.h>

#include "exports.h"
#include "libraries.h"
#include "symbols.h"

static uint32_t image_count(void) { return libraries_count(); }

static const void *image_header(uint32_t index) {
  const struct image *image = libraries_at(index);
  return image == NULL ? NULL : image->base;
}

static intptr_t image_slide(uint32_t index) {
  const struct image *image = libraries_at(index);
  return image == NULL ? 0 : image->slide;
}

static const char *image_name(uint32_t index) {
  const struct image *image = libraries_at(index);
  return image == NULL ? NULL : image->path;
}

struct dl_info {
  const char *file_name;
  const void *file_base;
  const char *symbol_name;
  const void *symbol_address;
};

/* Names of symbols are left to whoever has the debug file. */
static int darwin_dladdr(const void *address, struct dl_info *info) {
  const struct image *image = libraries_containing(address);
  if (image == NULL) return 0;
  *info = (struct dl_info){image->path, image->base, NULL, NULL};
  return 1;
}

/* Handles are ignored: every image is searched, then the system. */
static void *darwin_dlsym(void *handle, const char *name) {
  (void)handle;
  char symbol[256] = "_";
  if (strlen(name) > sizeof symbol - 2) return NULL;
  strcpy(symbol + 1, name);
  for (unsigned i = 0; i < libraries_count(); i++) {
    void *found = exported_symbol(libraries_at(i), symbol);
    if (found != NULL) return found;
  }
  return system_symbol(symbol);
}

static const void *header_containing(const void *address) {
  const struct image *image = libraries_containing(address);
  return image == NULL ? NULL : image->base;
}

const struct symbol dyld_symbols[] = {
    FUNCTION(_dyld_image_count, image_count),
    FUNCTION(_dyld_get_image_header, image_header),
    FUNCTION(_dyld_get_image_vmaddr_slide, image_slide),
    FUNCTION(_dyld_get_image_name, image_name),
    FUNCTION(dyld_image_header_containing_address, header_containing),
    FUNCTION(dladdr, darwin_dladdr),
    FUNCTION(dlsym, darwin_dlsym),
    END_OF_SYMBOLS,
};
