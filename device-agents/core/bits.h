/* One bit per id: what was reported on this connection. */
#ifndef LAGLENS_BITS_H
#define LAGLENS_BITS_H

#include <stdbool.h>
#include <stdint.h>

#define LAGLENS_BIT_WORDS(count) (((count) + 31) / 32)

static inline bool laglens_bit(const uint32_t *words, uint32_t at) { return (words[at / 32] >> (at % 32) & 1u) != 0; }
static inline void laglens_set_bit(uint32_t *words, uint32_t at) { words[at / 32] |= 1u << (at % 32); }

#endif
