#include "waker.h"

#include <stdint.h>

#include "../darwin/libc.h"

static int wake_end = -1;
static uint32_t sleeps; /* by the agent's thread; taken back by whoever ends the sleep */

int laglens_waker_begin(void) {
  int ends[2];
  if (laglens_sys_pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    laglens_sys_fcntl(ends[i], LAGLENS_F_SETFD, LAGLENS_FD_CLOEXEC);
    laglens_sys_fcntl(ends[i], LAGLENS_F_SETFL, LAGLENS_O_NONBLOCK);
  }
  wake_end = ends[1];
  return ends[0];
}

void laglens_waker_sleeps(void) { __atomic_store_n(&sleeps, 1, __ATOMIC_SEQ_CST); }

bool laglens_waker_woke(void) { return __atomic_exchange_n(&sleeps, 0, __ATOMIC_SEQ_CST) == 0; }

void laglens_waker_ends_sleep(void) {
  if (__atomic_load_n(&sleeps, __ATOMIC_RELAXED) == 0 || __atomic_exchange_n(&sleeps, 0, __ATOMIC_SEQ_CST) == 0) return;
  int error = *laglens_sys_error();
  laglens_sys_write(wake_end, "", 1);
  *laglens_sys_error() = error;
}
