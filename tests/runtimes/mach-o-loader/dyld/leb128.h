/* LEB128 numbers of dyld's compressed tables, never read beyond `end`. */
#ifndef MACHO_LEB128_H
#define MACHO_LEB128_H

#include <stdint.h>

static inline uint64_t read_uleb(const uint8_t **at, const uint8_t *end) {
  uint64_t value = 0;
  for (unsigned shift = 0; *at < end; shift += 7) {
    uint8_t byte = *(*at)++;
    if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) break;
  }
  return value;
}

static inline int64_t read_sleb(const uint8_t **at, const uint8_t *end) {
  int64_t value = 0;
  unsigned shift = 0;
  while (*at < end) {
    uint8_t byte = *(*at)++;
    if (shift < 64) value |= (int64_t)((uint64_t)(byte & 0x7f) << shift);
    shift += 7;
    if ((byte & 0x80) != 0) continue;
    if (shift < 64 && (byte & 0x40) != 0) value |= (int64_t)(UINT64_MAX << shift);
    break;
  }
  return value;
}

#endif
