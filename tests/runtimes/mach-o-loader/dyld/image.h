/* One Mach-O file in this process. */
#ifndef MACHO_IMAGE_H
#define MACHO_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format.h"

enum { MAX_SEGMENTS = 16, MAX_DEPENDENCIES = 64, MAX_RPATHS = 16, MAX_IMAGES = 32, MAX_PATH = 1024 };

struct range {
  uint32_t offset, size;
};

struct image;

/* What an LC_LOAD_*_DYLIB names. `image` is NULL for the system's libraries, which this loader stands in for, and for what is missing. */
struct dependency {
  const char *name;
  bool weak, reexported, system;
  struct image *image;
};

struct image {
  char path[MAX_PATH];
  /* The slice for this processor; the whole file when it is not fat. */
  const uint8_t *file;
  size_t size;
  uint64_t slice_offset;
  /* Where __TEXT lies; what the file calls `vmaddr` is at `vmaddr + slide`. */
  uint8_t *base;
  intptr_t slide;
  uint64_t span;
  uint32_t filetype, platform;
  uint8_t uuid[16];
  const struct segment_command_64 *segments[MAX_SEGMENTS];
  unsigned segment_count;
  struct dependency dependencies[MAX_DEPENDENCIES];
  unsigned dependency_count;
  const char *rpaths[MAX_RPATHS];
  unsigned rpath_count;
  const char *install_name;
  const struct dyld_info_command *dyld_info;
  struct range chained_fixups, exports, signature;
  uint64_t entry_offset;
  bool initialised;
};

/* Reads the load commands of `file` into `image`. False: `why` says in dyld's words why it cannot be loaded. */
bool image_read_commands(struct image *image, char *why, size_t room);
/* Maps the segments, writable; false when there is no room. */
bool image_map_segments(struct image *image);
/* Gives the segments their own protections, once all fixups are made. */
void image_protect_segments(const struct image *image);
/* A section of the mapped image, NULL when it has none of that name; `size` in bytes. */
uint8_t *image_section(const struct image *image, const char *segment, const char *section, uint64_t *size);
/* Calls `each` for the sections of one type (S_…). */
void image_sections_of_type(const struct image *image, uint32_t type, void (*each)(const struct image *, const struct section_64 *));
/* The UUID as dyld prints it, in a buffer of its own per thread. */
const char *image_uuid_text(const struct image *image);

#endif
