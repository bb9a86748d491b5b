#include "signature.h"

#include <string.h>

#include "sha256.h"

/* Magics and offsets of Apple's cs_blobs.h; all numbers in it are big-endian. */
enum { HASH_TYPE_SHA256 = 2, CODE_DIRECTORY_LEAST = 44, MOST_BLOBS = 32 };
#define MAGIC_SUPER_BLOB 0xfade0cc0u
#define MAGIC_CODE_DIRECTORY 0xfade0c02u

static uint32_t number(const uint8_t *at) { return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]; }

static bool pages_match(const struct image *image, const uint8_t *directory, uint32_t length) {
  uint32_t hashes = number(directory + 16), count = number(directory + 28), limit = number(directory + 32);
  unsigned hash_size = directory[36], page_bits = directory[39];
  bool sound = hash_size == SHA256_BYTES && page_bits >= 9 && page_bits <= 16 && limit <= image->size && hashes <= length &&
               (uint64_t)count * hash_size <= length - hashes;
  if (!sound) return false;
  uint64_t page = UINT64_C(1) << page_bits;
  /* Everything before the signature has to be covered: an uncovered page could hold anything. */
  if (limit != image->signature.offset || (limit + page - 1) / page != count) return false;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t begin = i * page, end = begin + page < limit ? begin + page : limit;
    uint8_t digest[SHA256_BYTES];
    sha256(image->file + begin, end - begin, digest);
    if (memcmp(digest, directory + hashes + (uint64_t)i * hash_size, hash_size) != 0) return false;
  }
  return true;
}

bool signature_is_valid(const struct image *image) {
  uint32_t room = image->signature.size;
  const uint8_t *blob = image->file + image->signature.offset;
  if (room < 12 || number(blob) != MAGIC_SUPER_BLOB || number(blob + 4) > room) return false;
  uint32_t count = number(blob + 8);
  if (count > MOST_BLOBS || 12 + 8 * count > room) return false;
  bool found = false;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t offset = number(blob + 12 + 8 * i + 4);
    if (offset > room || room - offset < CODE_DIRECTORY_LEAST || number(blob + offset) != MAGIC_CODE_DIRECTORY) continue;
    uint32_t length = number(blob + offset + 4);
    if (length > room - offset || length < CODE_DIRECTORY_LEAST) return false;
    /* An older SHA-1 directory may stand beside it; the best one counts. */
    if (blob[offset + 37] != HASH_TYPE_SHA256) continue;
    if (!pages_match(image, blob + offset, length)) return false;
    found = true;
  }
  return found;
}
