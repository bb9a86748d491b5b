#include "listener.h"

#include "darwin/libc.h"

enum { BACKLOG = 64, LOOPBACK = 0x0100007f /* 127.0.0.1, first byte lowest */ };

static uint16_t swapped(uint16_t port) { return (uint16_t)(port << 8 | port >> 8); }

int laglens_listen_loopback(uint16_t *port) {
  struct sockaddr_in address = {.sin_len = sizeof address, .sin_family = AF_INET, .sin_port = swapped(*port), .sin_addr = LOOPBACK};
  uint32_t length = sizeof address;
  int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return -*__error();
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  /* A run of the app that just ended may have left the port in use. */
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(fd, &address, sizeof address) == 0 && listen(fd, BACKLOG) == 0 && fcntl(fd, F_SETFL, O_NONBLOCK) == 0 &&
      getsockname(fd, &address, &length) == 0) {
    *port = swapped(address.sin_port);
    return fd;
  }
  int error = *__error();
  close(fd);
  return -error;
}
