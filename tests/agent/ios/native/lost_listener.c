/* An app in which the agent's listening socket is none any more: as after iOS has taken it away, each look finds it readable, and nobody can be
 * accepted. */
#include "../../../../device-agents/ios/darwin/libc.h"

enum { FIRST = 3, LAST = 32 };

static void lose(int fd) {
  int other;
  close(fd);
  do other = open("/dev/zero", 0);
  while (other >= 0 && other < fd);
}

int main(void) {
  for (int fd = FIRST; fd < LAST; fd++) {
    struct sockaddr_in own;
    uint32_t length = sizeof own;
    if (getsockname(fd, &own, &length) != 0) continue;
    lose(fd);
    break;
  }
  write(1, "lost\n", 5);
  for (;;) usleep(100000);
}
