/* An app whose main thread works in a leaf that keeps no frame, below two functions that do. */
#include "../../../../device-agents/ios/darwin/libc.h"

static volatile uint32_t sum;

__attribute__((noinline, used)) static void leaf(void) {
  for (uint32_t i = 0; i < 100000000; i++) sum += i;
}

__attribute__((noinline, used)) static void inner(void) {
  leaf();
  sum++;
}

__attribute__((noinline, used)) static void outer(void) {
  inner();
  sum++;
}

int main(void) {
  for (;;) outer();
}
