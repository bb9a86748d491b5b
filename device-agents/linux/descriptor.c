#include "descriptor.h"

#include "../core/stream/runs.h"
#include "../core/text.h"
#include "kernel.h"
#include "syscall_abi.h"
#include "thread_file.h"

enum { SYSCALL_BYTES = 256, LINK_BYTES = 64, FD_DIGITS = 8 };

static bool is_transfer(uint32_t number) {
  switch (number) {
    case NR_READ: case NR_WRITE: case NR_READV: case NR_WRITEV: case NR_PREAD64: case NR_PWRITE64: case NR_RECVFROM: case NR_SENDTO: return true;
    default: return false;
  }
}

/* `0 0x5 …`: number and arguments (fs/proc/base.c, proc_pid_syscall); `running` or `-1 …` outside of a call. */
bool laglens_parse_transfer(const char *text, uint32_t *fd) {
  if (*text < '0' || *text > '9' || !is_transfer(laglens_read_number(&text)) || !laglens_starts_with(text, " 0x")) return false;
  uint32_t value = 0, digits = 0;
  for (text += 3; digits < FD_DIGITS; text++, digits++) {
    uint32_t digit = *text >= '0' && *text <= '9' ? (uint32_t)(*text - '0') : *text >= 'a' && *text <= 'f' ? (uint32_t)(*text - 'a') + 10 : 16;
    if (digit == 16) break;
    value = value << 4 | digit;
  }
  *fd = value;
  return digits > 0 && *text == ' ';
}

static uint32_t state_of_link(const char *link, uint32_t fd) {
  if (laglens_starts_with(link, "pipe:")) return LAGLENS_ON_PIPE;
  if (laglens_starts_with(link, "socket:")) {
    int family = laglens_socket_family((int)fd);
    if (family == LAGLENS_FAMILY_UNIX) return LAGLENS_ON_LOCAL_SOCKET;
    return family == LAGLENS_FAMILY_INET || family == LAGLENS_FAMILY_INET6 ? LAGLENS_ON_NETWORK : LAGLENS_IN_NATIVE;
  }
  bool is_file = link[0] == '/' && !laglens_starts_with(link, "/dev/");
  return is_file ? LAGLENS_ON_FILE : LAGLENS_IN_NATIVE;
}

uint32_t laglens_descriptor_state(int tid) {
  char text[SYSCALL_BYTES], path[LINK_BYTES], link[LINK_BYTES];
  uint32_t fd = 0;
  int file = laglens_open_thread_file(tid, "syscall");
  if (file < 0) return LAGLENS_IN_NATIVE;
  long got = laglens_read(file, text, sizeof text - 1);
  laglens_close(file);
  text[got > 0 ? got : 0] = 0;
  if (!laglens_parse_transfer(text, &fd)) return LAGLENS_IN_NATIVE;
  laglens_append_number(path, sizeof path, laglens_copy(path, sizeof path, "/proc/self/fd/"), fd);
  got = laglens_read_link(path, link, sizeof link - 1);
  link[got > 0 ? got : 0] = 0;
  return state_of_link(link, fd);
}
