/* An app in which the agent's listening socket is closed: as after iOS has taken it away, each check finds it readable, and nobody can be
 * accepted. */
#include "../../../../device-agents/ios/darwin/libc.h"

enum { FIRST = 3, LAST = 32 };

static void lose(int fd) {
  int other;
  laglens_sys_close(fd);
  do other = laglens_sys_open("/dev/zero", 0);
  while (other >= 0 && other < fd);
}

int main(void) {
  for (int fd = FIRST; fd < LAST; fd++) {
    struct laglens_sys_sockaddr_in own;
    uint32_t length = sizeof own;
    if (laglens_sys_getsockname(fd, &own, &length) != 0) continue;
    lose(fd);
    break;
  }
  laglens_sys_write(1, "lost\n", 5);
  for (;;) laglens_sys_usleep(100000);
}
