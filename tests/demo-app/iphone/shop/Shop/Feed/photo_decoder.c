#include "photo_decoder.h"

#include "work.h"

static inline __attribute__((always_inline)) uint32_t mix(uint32_t sum, uint32_t pixel) { return (sum ^ pixel) * 16777619u; }

__attribute__((noinline)) uint32_t decode_photo(const char *name) {
  uint64_t until_ms = now_ms() + 600;
  uint32_t sum = 2166136261u;
  while (now_ms() < until_ms) {
    for (uint32_t pixel = 0; pixel < 20000; pixel++) sum = mix(sum, pixel + (uint32_t)name[0]);
  }
  return sum;
}
