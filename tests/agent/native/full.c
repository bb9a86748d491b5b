/* A process in which no more files may be open: a host that waits at the listener is not asked for all the while, and let in when there is
 * room again. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../../../device-agents/core/link/connection.h"
#include "../../../device-agents/linux/kernel.h"
#include "greet.h"

enum { FULL_US = 1000000, PATIENCE_US = 10000000, MOST_WAKEUPS = 10, MOST_FILES = 40 };

static struct laglens_stream stream;

static int connect_to(const char *name, size_t length) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  memcpy(address.sun_path, name, length);
  return connect(fd, (struct sockaddr *)&address, (socklen_t)(sizeof address.sun_family + length)) == 0 ? fd : -1;
}

int main(void) {
  struct laglens_connection connection;
  struct laglens_host_message message;
  struct rlimit room, none;
  char name[40] = {0};
  size_t length = 1 + (size_t)snprintf(name + 1, sizeof name - 1, "laglens-full-%d", getpid());
  laglens_prepare_clock();
  laglens_connection_init(&connection);
  connection.listener = laglens_listen_unix(name, length);
  connection.token = test_token;
  int client = connect_to(name, length);
  if (connection.listener < 0 || client < 0) return 1;
  if (!say_hello(client)) return 1;
  getrlimit(RLIMIT_NOFILE, &room);
  none = (struct rlimit){.rlim_cur = MOST_FILES, .rlim_max = room.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  while (dup(client) >= 0) continue;
  int wakeups = 0, errors = 0;
  for (uint64_t until_us = laglens_now_us() + FULL_US; laglens_now_us() < until_us; wakeups++) {
    if (laglens_connection_serve(&connection, &stream, FULL_US / 2, &message) != LAGLENS_HOST_NOTHING) return 2;
    if (connection.accept_error == -LAGLENS_EMFILE) errors++;
  }
  setrlimit(RLIMIT_NOFILE, &room);
  enum laglens_host_kind kind = LAGLENS_HOST_NOTHING;
  bool is_answered = false;
  for (uint64_t until_us = laglens_now_us() + PATIENCE_US; kind == LAGLENS_HOST_NOTHING && laglens_now_us() < until_us;) {
    kind = laglens_connection_serve(&connection, &stream, PATIENCE_US / 100, &message);
    if (!is_answered && connection.strangers[0].challenged) is_answered = answer_challenge(client);
  }
  printf("wakeups %d\n", wakeups);
  if (errors == 0 || connection.accept_error != 0) return 3;
  return wakeups > MOST_WAKEUPS ? 4 : kind == LAGLENS_HOST_HELLO ? 0 : 5;
}
