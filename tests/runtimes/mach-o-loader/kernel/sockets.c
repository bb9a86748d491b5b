/* Sockets: Darwin's constants and addresses (which begin with their length) to Linux's and back. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel.h"
#include "../dyld/symbols.h"

enum { DARWIN_SOL_SOCKET = 0xffff, DARWIN_AF_INET = 2, DARWIN_MSG_DONTWAIT = 0x80, DARWIN_MSG_NOSIGNAL = 0x80000, MOST_FDS = 1024 };
enum { SO_D_REUSEADDR = 4, SO_D_KEEPALIVE = 8, SO_D_SNDBUF = 0x1001, SO_D_RCVBUF = 0x1002, SO_D_SNDTIMEO = 0x1005, SO_D_RCVTIMEO = 0x1006 };
enum { SO_D_NOSIGPIPE = 0x1022 };

struct darwin_address {
  uint8_t length, family;
  uint16_t port;
  uint32_t address;
  uint8_t zero[8];
};

/* A socket raises SIGPIPE unless it was set not to: what forgets that dies here as there. */
static atomic_bool silent[MOST_FDS];

static struct sockaddr_in to_linux(const struct darwin_address *address) {
  return (struct sockaddr_in){.sin_family = AF_INET, .sin_port = address->port, .sin_addr = {address->address}};
}

static void to_darwin(const struct sockaddr_in *from, struct darwin_address *to, uint32_t *length) {
  struct darwin_address address = {sizeof address, DARWIN_AF_INET, from->sin_port, from->sin_addr.s_addr, {0}};
  if (to == NULL || length == NULL) return;
  memcpy(to, &address, *length < sizeof address ? *length : sizeof address);
  *length = sizeof address;
}

static int darwin_socket(int family, int type, int protocol) {
  if (family != DARWIN_AF_INET) {
    errno = EAFNOSUPPORT;
    return (int)failed();
  }
  int fd = socket(AF_INET, type, protocol);
  if (fd >= 0 && fd < MOST_FDS) atomic_store(&silent[fd], false);
  return fd < 0 ? (int)failed() : fd;
}

static int darwin_bind(int fd, const struct darwin_address *address, uint32_t length) {
  struct sockaddr_in to = to_linux(address);
  if (length < 8 || address->family != DARWIN_AF_INET) {
    errno = EINVAL;
    return (int)failed();
  }
  return bind(fd, (struct sockaddr *)&to, sizeof to) == 0 ? 0 : (int)failed();
}

static int darwin_connect(int fd, const struct darwin_address *address, uint32_t length) {
  (void)length;
  struct sockaddr_in to = to_linux(address);
  return connect(fd, (struct sockaddr *)&to, sizeof to) == 0 ? 0 : (int)failed();
}

static int darwin_listen(int fd, int backlog) { return listen(fd, backlog) == 0 ? 0 : (int)failed(); }

static int darwin_accept(int fd, struct darwin_address *address, uint32_t *length) {
  struct sockaddr_in from = {0};
  socklen_t from_length = sizeof from;
  int accepted = accept4(fd, (struct sockaddr *)&from, &from_length, SOCK_CLOEXEC);
  if (accepted < 0) return (int)failed();
  /* On Darwin, other than on Linux, an accepted socket is non-blocking when the listening one is. */
  fcntl(accepted, F_SETFL, fcntl(accepted, F_GETFL) | (fcntl(fd, F_GETFL) & O_NONBLOCK));
  if (accepted < MOST_FDS) atomic_store(&silent[accepted], false);
  to_darwin(&from, address, length);
  return accepted;
}

static int darwin_getsockname(int fd, struct darwin_address *address, uint32_t *length) {
  struct sockaddr_in own = {0};
  socklen_t own_length = sizeof own;
  if (getsockname(fd, (struct sockaddr *)&own, &own_length) != 0) return (int)failed();
  to_darwin(&own, address, length);
  return 0;
}

static int socket_option(int darwin) {
  switch (darwin) {
    case SO_D_REUSEADDR: return SO_REUSEADDR;
    case SO_D_KEEPALIVE: return SO_KEEPALIVE;
    case SO_D_SNDBUF: return SO_SNDBUF;
    case SO_D_RCVBUF: return SO_RCVBUF;
    default: return -1;
  }
}

static int set_timeout(int fd, int option, const int64_t *value) {
  struct timeval time = {value[0], (int32_t)value[1]};
  return setsockopt(fd, SOL_SOCKET, option, &time, sizeof time) == 0 ? 0 : (int)failed();
}

static int darwin_setsockopt(int fd, int level, int option, const void *value, uint32_t length) {
  if (level == DARWIN_SOL_SOCKET && option == SO_D_NOSIGPIPE) {
    if (fd >= 0 && fd < MOST_FDS) atomic_store(&silent[fd], *(const int *)value != 0);
    return 0;
  }
  if (level == DARWIN_SOL_SOCKET && option == SO_D_RCVTIMEO) return set_timeout(fd, SO_RCVTIMEO, value);
  if (level == DARWIN_SOL_SOCKET && option == SO_D_SNDTIMEO) return set_timeout(fd, SO_SNDTIMEO, value);
  int known = level == DARWIN_SOL_SOCKET ? socket_option(option) : option;
  int result = setsockopt(fd, level == DARWIN_SOL_SOCKET ? SOL_SOCKET : level, known, value, length);
  return result == 0 ? 0 : (int)failed();
}

static int message_flags(int darwin) {
  return (darwin & DARWIN_MSG_DONTWAIT ? MSG_DONTWAIT : 0) | (darwin & DARWIN_MSG_NOSIGNAL ? MSG_NOSIGNAL : 0) | (darwin & MSG_PEEK);
}

static ssize_t darwin_send(int fd, const void *bytes, size_t length, int flags) {
  int quiet = fd >= 0 && fd < MOST_FDS && atomic_load(&silent[fd]) ? MSG_NOSIGNAL : 0;
  ssize_t sent = syscall(SYS_sendto, fd, bytes, length, message_flags(flags) | quiet, NULL, 0);
  return sent < 0 ? failed() : sent;
}

static ssize_t darwin_recv(int fd, void *bytes, size_t length, int flags) {
  ssize_t received = syscall(SYS_recvfrom, fd, bytes, length, message_flags(flags), NULL, NULL);
  return received < 0 ? failed() : received;
}

static int darwin_shutdown(int fd, int how) { return shutdown(fd, how) == 0 ? 0 : (int)failed(); }

/* Linux ends it when the thread was suspended meanwhile; Mach's suspending isn't seen. */
static int darwin_poll(struct pollfd *fds, uint32_t count, int timeout_ms) {
  uint64_t until_ns = monotonic_ns() + (uint64_t)(timeout_ms > 0 ? timeout_ms : 0) * 1000000;
  for (;;) {
    uint64_t now_ns = monotonic_ns(), left_ns = until_ns > now_ns ? until_ns - now_ns : 0;
    struct timespec left = {(time_t)(left_ns / 1000000000), (long)(left_ns % 1000000000)};
    long ready = syscall(SYS_ppoll, fds, count, timeout_ms < 0 ? NULL : &left, NULL, 0);
    if (ready >= 0) return (int)ready;
    if (errno != EINTR) return (int)failed();
  }
}

const struct symbol socket_symbols[] = {
    FUNCTION(socket, darwin_socket),
    FUNCTION(bind, darwin_bind),
    FUNCTION(connect, darwin_connect),
    FUNCTION(listen, darwin_listen),
    FUNCTION(accept, darwin_accept),
    FUNCTION(getsockname, darwin_getsockname),
    FUNCTION(setsockopt, darwin_setsockopt),
    FUNCTION(send, darwin_send),
    FUNCTION(recv, darwin_recv),
    FUNCTION(shutdown, darwin_shutdown),
    FUNCTION(poll, darwin_poll),
    END_OF_SYMBOLS,
};
