// phonecall stands for am, pm, dumpsys and others of /system/bin that are Java programs on a phone. Linked by their names, it asks the phone's
// system (java-tools.ts) by a socket, and passes its output and exit code on.
// Request: length of the rest as u32, then user id, folder, name and arguments, each with a zero byte. Answer: frames of a kind (1 output,
// 2 error, 3 exit), a u32 (bytes, or the exit code), and bytes. Numbers are little-endian, as both ends are on one computer.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { OUTPUT_GONE = 141, SYSTEM_GONE = 255, EXIT_FRAME = 3 };

static bool take(int from, void *to, size_t length) {
  for (char *at = to; length > 0;) {
    const ssize_t count = read(from, at, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    length -= (size_t)count;
  }
  return true;
}

static void put(int to, const char *from, size_t length) {
  while (length > 0) {
    const ssize_t count = write(to, from, length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) _exit(OUTPUT_GONE);
    from += count;
    length -= (size_t)count;
  }
}

static void ask(int system, char **argv) {
  static char request[1 << 17];
  static char folder[4096];
  const char *slash = strrchr(argv[0], '/');
  size_t length = sizeof(uint32_t);
  length += (size_t)sprintf(request + length, "%u", geteuid()) + 1;
  length += (size_t)sprintf(request + length, "%s", getcwd(folder, sizeof folder) == NULL ? "/" : folder) + 1;
  argv[0] = slash == NULL ? argv[0] : (char *)slash + 1;
  for (; *argv != NULL; argv++) {
    const size_t size = strlen(*argv) + 1;
    if (length + size > sizeof request) exit(126);
    memcpy(request + length, *argv, size);
    length += size;
  }
  const uint32_t rest = (uint32_t)(length - sizeof rest);
  memcpy(request, &rest, sizeof rest);
  put(system, request, length);
}

static void pass(int from, int to, uint32_t length) {
  static char bytes[1 << 16];
  while (length > 0) {
    const uint32_t part = length < sizeof bytes ? length : (uint32_t)sizeof bytes;
    if (!take(from, bytes, part)) exit(SYSTEM_GONE);
    put(to, bytes, part);
    length -= part;
  }
}

int main(int argc, char **argv) {
  (void)argc;
  const struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/dev/socket/phonecall"};
  const int system = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(system, (const struct sockaddr *)&address, sizeof address) != 0) {
    fprintf(stderr, "cmd: Can't find service: %s\n", argv[0]);
    return 20;
  }
  ask(system, argv);
  for (;;) {
    // A quiet logcat ends with its reader, too. Standard input stays unread: it may be the script of the calling shell.
    struct pollfd waits[] = {{.fd = system, .events = POLLIN}, {.fd = STDOUT_FILENO}};
    if (poll(waits, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return 1;
    }
    if ((waits[1].revents & POLLERR) != 0) return OUTPUT_GONE;
    if (waits[0].revents == 0) continue;
    unsigned char kind;
    uint32_t value;
    if (!take(system, &kind, sizeof kind) || !take(system, &value, sizeof value)) return SYSTEM_GONE;
    if (kind == EXIT_FRAME) return (int)value;
    pass(system, kind, value);
  }
}
