/* A file's slice for this processor. */
#ifndef MACHO_SLICE_H
#define MACHO_SLICE_H

#include <stdbool.h>
#include <stddef.h>

#include "image.h"

/* Maps the file and finds the slice: fills path, file, size, slice_offset. False: `why` says in dyld's words why it cannot be used. */
bool slice_open(struct image *image, const char *path, char *why, size_t room);
/* `iOS` or `iOS-simulator`, as dyld names a platform. */
const char *platform_name(unsigned platform);

#endif
