/* The trie of what an image exports. */
#ifndef MACHO_EXPORTS_H
#define MACHO_EXPORTS_H

#include "image.h"

/* The address of a symbol (with its leading underscore) that the image itself defines; NULL when it does not. */
void *exported_symbol(const struct image *image, const char *name);

#endif
