/* SHA-256 (FIPS 180-4) and HMAC with it (RFC 2104): for a few short texts, in memory of the caller. */
#ifndef LAGLENS_SHA256_H
#define LAGLENS_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { LAGLENS_SHA256_BYTES = 32, LAGLENS_SHA256_BLOCK = 64 };

struct laglens_sha256 {
  uint32_t state[8];
  uint32_t length; /* bytes so far */
  uint8_t block[LAGLENS_SHA256_BLOCK];
};

void laglens_sha256_begin(struct laglens_sha256 *sha);
/* Less than 512 MiB in all. */
void laglens_sha256_add(struct laglens_sha256 *sha, const void *bytes, size_t length);
void laglens_sha256_end(struct laglens_sha256 *sha, uint8_t out[LAGLENS_SHA256_BYTES]);

/* The key has at most a block's bytes. Between begin and end the text is added to `sha`. */
void laglens_hmac_begin(struct laglens_sha256 *sha, const uint8_t *key, size_t key_bytes);
void laglens_hmac_end(struct laglens_sha256 *sha, const uint8_t *key, size_t key_bytes, uint8_t out[LAGLENS_SHA256_BYTES]);

#endif
