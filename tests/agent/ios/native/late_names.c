/* Threads that give themselves a name some time after their begin, and rest from then on. */
#include "../../../../device-agents/ios/darwin/libc.h"

enum { NAMELESS_US = 130000, NAMED_US = 600000 };

static void *rest(void *nothing) {
  laglens_sys_usleep(NAMELESS_US);
  laglens_sys_pthread_setname_np("late");
  laglens_sys_usleep(NAMED_US);
  return nothing;
}

int main(void) {
  laglens_pthread thread;
  for (;;) {
    if (laglens_sys_pthread_create(&thread, NULL, rest, NULL) != 0) return 1;
    laglens_sys_usleep(NAMELESS_US + NAMED_US + NAMELESS_US);
  }
}
