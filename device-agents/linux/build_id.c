#include "build_id.h"

#include <stdbool.h>

/* Offsets of the ELF specification, for 64 and 32 bits: in the header, then in a segment's. */
#if defined(__LP64__)
enum { CLASS = 2, SEGMENTS_AT = 32, SEGMENT_BYTES_AT = 54, SEGMENT_COUNT_AT = 56, HEADER_BYTES = 64 };
enum { OFFSET_AT = 8, SIZE_AT = 32, ALIGNMENT_AT = 48, SEGMENT_BYTES = 56 };
#else
enum { CLASS = 1, SEGMENTS_AT = 28, SEGMENT_BYTES_AT = 42, SEGMENT_COUNT_AT = 44, HEADER_BYTES = 52 };
enum { OFFSET_AT = 4, SIZE_AT = 16, ALIGNMENT_AT = 28, SEGMENT_BYTES = 32 };
#endif
enum { PT_NOTE_TYPE = 4, NT_GNU_BUILD_ID_TYPE = 3, NOTE_HEADER_BYTES = 12, MOST_SEGMENTS = 64 };

static uint32_t read16(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }
static uint32_t read32(const uint8_t *at) { return read16(at) | read16(at + 2) << 16; }

/* What does not fit below 4 GB is behind all that is at hand. */
static size_t read_word(const uint8_t *at) {
#if defined(__LP64__)
  return read32(at + 4) != 0 ? SIZE_MAX : read32(at);
#else
  return read32(at);
#endif
}

static size_t padded(size_t size, size_t alignment) { return (size + alignment - 1) & ~(alignment - 1); }

/* Notes: the lengths of name and contents, the type, then both, each filled up to the alignment. */
static size_t read_notes(const uint8_t *notes, size_t length, size_t alignment, uint8_t *id) {
  for (size_t at = 0; length - at >= NOTE_HEADER_BYTES;) {
    size_t name_bytes = read32(notes + at), bytes = read32(notes + at + 4);
    size_t left = length - at - NOTE_HEADER_BYTES;
    if (name_bytes > left || padded(name_bytes, alignment) > left) return 0;
    const uint8_t *name = notes + at + NOTE_HEADER_BYTES, *contents = name + padded(name_bytes, alignment);
    left -= padded(name_bytes, alignment);
    if (bytes > left) return 0;
    bool is_gnu = name_bytes == 4 && name[0] == 'G' && name[1] == 'N' && name[2] == 'U' && name[3] == 0;
    if (is_gnu && read32(notes + at + 8) == NT_GNU_BUILD_ID_TYPE && bytes <= LAGLENS_BUILD_ID_BYTES) {
      for (size_t i = 0; i < bytes; i++) id[i] = contents[i];
      return bytes;
    }
    if (padded(bytes, alignment) > left) return 0;
    at = (size_t)(contents - notes) + padded(bytes, alignment);
  }
  return 0;
}

size_t laglens_read_build_id(const uint8_t *bytes, size_t length, uint8_t id[LAGLENS_BUILD_ID_BYTES]) {
  if (length < HEADER_BYTES || bytes[0] != 0x7f || bytes[1] != 'E' || bytes[2] != 'L' || bytes[3] != 'F') return 0;
  if (bytes[4] != CLASS || bytes[5] != 1 || read16(bytes + SEGMENT_BYTES_AT) != SEGMENT_BYTES) return 0;
  size_t at = read_word(bytes + SEGMENTS_AT);
  uint32_t count = read16(bytes + SEGMENT_COUNT_AT);
  for (uint32_t i = 0; i < count && i < MOST_SEGMENTS; i++, at += SEGMENT_BYTES) {
    if (at > length || length - at < SEGMENT_BYTES) return 0;
    size_t offset = read_word(bytes + at + OFFSET_AT), size = read_word(bytes + at + SIZE_AT);
    if (read32(bytes + at) != PT_NOTE_TYPE || offset > length || size > length - offset) continue;
    size_t found = read_notes(bytes + offset, size, read_word(bytes + at + ALIGNMENT_AT) == 8 ? 8 : 4, id);
    if (found > 0) return found;
  }
  return 0;
}
