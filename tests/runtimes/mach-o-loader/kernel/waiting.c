/* Waiting on a word: Linux's futex, called without anything in between, so that the frame pointer is always the waiting function's. */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "kernel.h"

int wait_on_word(const void *word, uint32_t value, uint64_t until_ns) {
  struct timespec until = {(time_t)(until_ns / 1000000000), (long)(until_ns % 1000000000)};
  while (atomic_load((const atomic_uint *)word) == value) {
    long result = syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE, value, until_ns == 0 ? NULL : &until, NULL, FUTEX_BITSET_MATCH_ANY);
    if (result != 0 && errno == ETIMEDOUT) return ETIMEDOUT;
  }
  return 0;
}

void wake_word(const void *word, int threads) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, threads, NULL, NULL, 0); }
