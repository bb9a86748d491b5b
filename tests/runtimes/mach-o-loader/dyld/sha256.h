/* SHA-256 (FIPS 180-4), for the hashes of a CodeDirectory. */
#ifndef MACHO_SHA256_H
#define MACHO_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32 };
void sha256(const uint8_t *bytes, size_t length, uint8_t digest[SHA256_BYTES]);

#endif
