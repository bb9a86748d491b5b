#include "../Feed/work.h"
#include "catalog.h"

static uint64_t count_until_ms;

/* Two below each, twelve levels deep; the leaves do the work. */
static __attribute__((noinline)) int count_level(int level) {
  if (now_ms() >= count_until_ms) return 0;
  if (level == 0) {
    uint32_t sum = 1;
    for (uint32_t i = 0; i < 3000; i++) sum = sum * 31 + i;
    keep(sum);
    return 1;
  }
  int below = count_level(level - 1);
  return below + count_level(level - 1) + 1;
}

int count_below(int level) {
  int count = 0;
  count_until_ms = now_ms() + 400;
  while (now_ms() < count_until_ms) count += count_level(level);
  return count;
}

static __attribute__((noinline)) int sort_leaf(int value) {
  uint64_t until_ms = now_ms() + 400;
  uint32_t sum = (uint32_t)value;
  while (now_ms() < until_ms)
    for (uint32_t i = 0; i < 20000; i++) sum = sum * 31 + i;
  keep(sum);
  return value;
}

/* What it does behind the call keeps each frame. */
__attribute__((noinline)) int flatten(int level) {
  int below = level == 1 ? sort_leaf(level) : flatten(level - 1);
  keep((uint32_t)below);
  return below + 1;
}
