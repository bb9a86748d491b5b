/* The page hashes of a code signature. Who signed is not checked: that is the kernel's and its trust store's business. */
#ifndef MACHO_SIGNATURE_H
#define MACHO_SIGNATURE_H

#include <stdbool.h>

#include "image.h"

/* Whether the image has a CodeDirectory whose SHA-256 hashes are those of its pages, up to the signature itself. */
bool signature_is_valid(const struct image *image);

#endif
