#include "listener.h"

#include "../darwin/libc.h"

enum { BACKLOG = 64, LOOPBACK = 0x0100007f /* 127.0.0.1, first byte lowest */ };

static uint16_t swapped(uint16_t port) { return (uint16_t)(port << 8 | port >> 8); }

int laglens_listen_loopback(uint16_t *port) {
  struct laglens_sys_sockaddr_in address = {.sin_len = sizeof address, .sin_family = LAGLENS_AF_INET, .sin_port = swapped(*port), .sin_addr = LOOPBACK};
  uint32_t length = sizeof address;
  int on = 1, fd = laglens_sys_socket(LAGLENS_AF_INET, LAGLENS_SOCK_STREAM, 0);
  if (fd < 0) return -*laglens_sys_error();
  laglens_sys_fcntl(fd, LAGLENS_F_SETFD, LAGLENS_FD_CLOEXEC);
  /* A run of the app that just ended may have left the port in use. */
  laglens_sys_setsockopt(fd, LAGLENS_SOL_SOCKET, LAGLENS_SO_REUSEADDR, &on, sizeof on);
  if (laglens_sys_bind(fd, &address, sizeof address) == 0 && laglens_sys_listen(fd, BACKLOG) == 0 &&
      laglens_sys_fcntl(fd, LAGLENS_F_SETFL, LAGLENS_O_NONBLOCK) == 0 && laglens_sys_getsockname(fd, &address, &length) == 0) {
    *port = swapped(address.sin_port);
    return fd;
  }
  int error = *laglens_sys_error();
  laglens_sys_close(fd);
  return -error;
}
