#pragma once
#include <system.h>

/* Decodes a photo in the calling thread; a checksum. */
uint32_t decode_photo(const char *name);
