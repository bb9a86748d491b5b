/* More strangers than there are places: the one that waits longest goes, but not at once, and not when it is preferred; a host that comes
 * behind a flood of them gets in. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../../../device-agents/core/link/connection.h"
#include "../../../device-agents/linux/kernel.h"
#include "greet.h"

enum { FLOODERS = 8, MOST_OPENED = 20000, PATIENCE_US = 30000000 };

static struct laglens_stream stream;
static struct laglens_connection connection;
static char name[40];
static size_t name_length;
static int preferred_fd = -1; /* the agent's side of who is preferred */
static uint32_t accepted, opened, host_is_in;

static int connect_to_agent(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  memcpy(address.sun_path, name, name_length);
  if (connect(fd, (struct sockaddr *)&address, (socklen_t)(sizeof address.sun_family + name_length)) == 0) return fd;
  close(fd);
  return -1;
}

/* The first to be let in is the one that the system knows. */
static enum laglens_standing standing_of(int fd) {
  if (accepted++ > 0) return LAGLENS_MAY_SPEAK;
  preferred_fd = fd;
  return LAGLENS_PREFERRED;
}

static bool is_closed(int fd) {
  char byte;
  return recv(fd, &byte, 1, MSG_DONTWAIT) == 0;
}

static enum laglens_host_kind serve(uint32_t timeout_us) {
  struct laglens_host_message message;
  return laglens_connection_serve(&connection, &stream, timeout_us, &message);
}

static bool has_place(int fd) {
  for (int i = 0; i < LAGLENS_STRANGERS; i++) {
    if (connection.strangers[i].fd == fd) return true;
  }
  return false;
}

/* One more than there are places: nobody leaves before it had its time; then the one that waits longest and is not preferred. */
static int one_too_many(void) {
  int client[LAGLENS_STRANGERS + 1];
  uint64_t begin_us = laglens_now_us();
  for (int i = 0; i < LAGLENS_STRANGERS; i++) {
    client[i] = connect_to_agent();
    while (accepted == (uint32_t)i) serve(1000);
  }
  client[LAGLENS_STRANGERS] = connect_to_agent();
  while (accepted == LAGLENS_STRANGERS && laglens_now_us() < begin_us + PATIENCE_US) serve(100000);
  uint64_t took_us = laglens_now_us() - begin_us;
  /* They were let in one after the other: on a busy computer the first ones have had their two seconds by then. */
  bool is_in_time = took_us < 1500000;
  if (accepted != LAGLENS_STRANGERS + 1) return 1;
  if (took_us < 250000) return 2;
  if (is_in_time && !has_place(preferred_fd)) return 3;
  if (is_in_time && is_closed(client[0])) return 4;
  if (!is_closed(client[1])) return 5;
  if (is_in_time && is_closed(client[2])) return 6;
  for (int i = 0; i <= LAGLENS_STRANGERS; i++) close(client[i]);
  return 0;
}

/* Connects, says nothing until it is sent away, and connects again. */
static void *flood(void *unused) {
  (void)unused;
  while (__atomic_load_n(&host_is_in, __ATOMIC_RELAXED) == 0 && __atomic_fetch_add(&opened, 1, __ATOMIC_RELAXED) < MOST_OPENED) {
    char byte;
    int fds[8];
    for (int i = 0; i < 8; i++) fds[i] = connect_to_agent();
    for (int i = 0; i < 8; i++) {
      if (fds[i] < 0) continue;
      while (recv(fds[i], &byte, 1, 0) > 0) continue;
      close(fds[i]);
    }
  }
  return NULL;
}

/* What a host sends first; it comes when the flood fills every place. */
static void *be_host(void *unused) {
  (void)unused;
  while (__atomic_load_n(&opened, __ATOMIC_RELAXED) < 4 * FLOODERS) usleep(1000);
  int fd = connect_to_agent();
  /* A slow link between them, both times. */
  usleep(50000);
  if (!say_hello(fd)) perror("hello");
  usleep(50000);
  if (!answer_challenge(fd)) perror("proof");
  return NULL;
}

static int behind_a_flood(void) {
  pthread_t flooders[FLOODERS], host;
  enum laglens_host_kind kind = LAGLENS_HOST_NOTHING;
  for (int i = 0; i < FLOODERS; i++) pthread_create(&flooders[i], NULL, flood, NULL);
  pthread_create(&host, NULL, be_host, NULL);
  for (uint64_t until_us = laglens_now_us() + PATIENCE_US; kind != LAGLENS_HOST_HELLO && laglens_now_us() < until_us;) kind = serve(100000);
  __atomic_store_n(&host_is_in, 1, __ATOMIC_RELAXED);
  pthread_join(host, NULL);
  printf("opened %u\n", opened);
  /* The flood's threads wait to be sent away. */
  laglens_close(connection.listener);
  for (int i = 0; i < LAGLENS_STRANGERS; i++) {
    if (connection.strangers[i].fd != 0) laglens_close(connection.strangers[i].fd);
  }
  for (int i = 0; i < FLOODERS; i++) pthread_join(flooders[i], NULL);
  return kind == LAGLENS_HOST_HELLO ? 0 : 1;
}

int main(void) {
  name_length = 1 + (size_t)snprintf(name + 1, sizeof name - 1, "laglens-strangers-%d", getpid());
  laglens_prepare_clock();
  laglens_connection_init(&connection);
  connection.listener = laglens_listen_unix(name, name_length);
  connection.token = test_token;
  connection.standing_of = standing_of;
  int failed = one_too_many();
  if (failed != 0) return fprintf(stderr, "one too many: %d\n", failed), failed;
  failed = behind_a_flood();
  return failed == 0 ? 0 : fprintf(stderr, "the host did not get in\n"), failed;
}
