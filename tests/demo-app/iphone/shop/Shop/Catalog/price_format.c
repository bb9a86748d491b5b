#include "../Feed/work.h"
#include "catalog.h"

static __attribute__((noinline)) int round_price(int cents) {
  uint64_t until_ms = now_ms() + 400;
  uint32_t rounded = (uint32_t)cents;
  while (now_ms() < until_ms)
    for (uint32_t i = 0; i < 20000; i++) rounded = rounded * 31 + i;
  return (int)rounded;
}

/* Its frame is gone when round_price runs: the call is the last thing that it does. */
__attribute__((noinline)) int format_price(int cents) { __attribute__((musttail)) return round_price(cents); }

__attribute__((noinline)) int show_price(int cents) {
  int shown = format_price(cents);
  keep((uint32_t)shown);
  return shown;
}
