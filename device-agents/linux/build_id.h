/* The id that a linker gave a library, by which its symbols are found. */
#ifndef LAGLENS_BUILD_ID_H
#define LAGLENS_BUILD_ID_H

#include <stddef.h>
#include <stdint.h>

enum { LAGLENS_BUILD_ID_BYTES = 64 };

/*
 * The GNU build id in a library of this machine's kind, of which only the begin is at hand: linkers put it there. Gives its length and copies
 * it to `id`; 0 when there is none in these bytes. Believes nothing of what it reads.
 */
size_t laglens_read_build_id(const uint8_t *bytes, size_t length, uint8_t id[LAGLENS_BUILD_ID_BYTES]);

#endif
