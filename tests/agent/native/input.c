/* Bytes from anybody, in pieces of any size, into what reads them: nothing may be read or written out of bounds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../device-agents/android/attach/attach_options.h"
#include "../../../device-agents/core/link/host_message.h"
#include "../../../device-agents/core/stream/strings.h"
#include "../../../device-agents/core/text.h"
#include "../../../device-agents/linux/build_id.h"
#include "../../../device-agents/linux/descriptor.h"
#include "../../../device-agents/linux/process_status.h"

#define CHECK(condition) \
  if (!(condition)) return fprintf(stderr, "line %d: %s\n", __LINE__, #condition), 1

static uint32_t seed = 1;
static uint32_t next(uint32_t below) {
  seed = seed * 1664525u + 1013904223u;
  return (uint32_t)(((uint64_t)seed * below) >> 32);
}

static int random_hosts(void) {
  for (int round = 0; round < 20000; round++) {
    struct laglens_host_input input = {0};
    struct laglens_host_message message;
    for (int piece = 0; piece < 20; piece++) {
      uint32_t room = LAGLENS_HOST_BYTES - input.length, length = next(40);
      for (uint32_t i = 0; i < length && i < room; i++) input.bytes[input.length++] = (uint8_t)(next(4) == 0 ? next(256) : next(70));
      do laglens_host_next(&input, &message);
      while (message.kind != LAGLENS_HOST_NOTHING && message.kind != LAGLENS_HOST_BAD);
      if (message.kind == LAGLENS_HOST_BAD) break;
    }
  }
  return 0;
}

/* Length 36: number 64, protocol 2, 32 bytes of nonce, empty name; a proof; then `configure` cut short of its last two fields. */
static int good_host(void) {
  uint8_t bytes[37 + 35 + 5] = {36, 64, 2, 32}, secret[32];
  struct laglens_host_input input = {0};
  struct laglens_host_message message;
  for (uint8_t i = 0; i < sizeof secret; i++) secret[i] = (uint8_t)(i + 1);
  memcpy(bytes + 4, secret, sizeof secret);
  memcpy(bytes + 37, "\42\104\40", 3);
  memcpy(bytes + 40, secret, sizeof secret);
  memcpy(bytes + 72, "\4\101\210\47\1", 5);
  for (size_t i = 0; i < sizeof bytes; i++) {
    input.bytes[input.length++] = bytes[i];
    laglens_host_next(&input, &message);
    if (i == 36) {
      CHECK(message.kind == LAGLENS_HOST_HELLO && message.protocol == 2 && message.secret_complete);
      CHECK(memcmp(message.secret, secret, sizeof secret) == 0);
    } else if (i == 71) {
      CHECK(message.kind == LAGLENS_HOST_PROOF && message.secret_complete && memcmp(message.secret, secret, sizeof secret) == 0);
    } else if (i + 1 < sizeof bytes) {
      CHECK(message.kind == LAGLENS_HOST_NOTHING);
    }
  }
  CHECK(message.kind == LAGLENS_HOST_CONFIGURE && message.interval_us == 5000 && message.threads == 1 && message.depth == 0);
  /* 32 bytes of nonce are said, one comes. */
  struct laglens_host_input cut = {.length = 5, .bytes = {4, 64, 2, 32, 1}};
  laglens_host_next(&cut, &message);
  CHECK(message.kind == LAGLENS_HOST_BAD);
  return 0;
}

static int texts(void) {
  char small[6];
  uint8_t bytes[2];
  CHECK(laglens_copy(small, sizeof small, "abcd\xc3\xa9") == 4 && strcmp(small, "abcd") == 0);
  CHECK(laglens_copy(small, sizeof small, "abc\xc3\xa9") == 5);
  CHECK(laglens_copy(small, sizeof small, NULL) == 0 && small[0] == 0);
  CHECK(laglens_append_number(small, sizeof small, 0, 4294967295u) == 5 && strcmp(small, "42949") == 0);
  CHECK(laglens_read_hex("fF01", bytes, 2) && bytes[0] == 255 && bytes[1] == 1);
  CHECK(!laglens_read_hex("fF0", bytes, 2) && !laglens_read_hex("fg01", bytes, 2));
  CHECK(laglens_same_secret((const uint8_t *)"abc", (const uint8_t *)"abc", 3) && !laglens_same_secret((const uint8_t *)"abc", (const uint8_t *)"abd", 3));
  CHECK(!laglens_same_secret((const uint8_t *)"abc", (const uint8_t *)"xbc", 3));
  return 0;
}

static int option_strings(void) {
  struct laglens_attach_options options;
  laglens_read_attach_options("interval=1,token=00112233445566778899aabbccddeeff,main=my main,depth=99999,unknown=1,allocations=1,hook=/a b.jar", &options);
  CHECK(options.common.token_given && options.common.token[15] == 0xff && options.common.interval_us == 1000 && options.common.depth == 2048 && options.common.allocations);
  CHECK(strcmp(options.main, "my main") == 0 && strcmp(options.hook, "/a b.jar") == 0 && options.dir[0] == 0);
  laglens_read_attach_options("token=0011", &options);
  CHECK(!options.common.token_given && !options.common.allocations);
  laglens_read_attach_options(NULL, &options);
  CHECK(!options.common.token_given && options.common.interval_us == 10000 && strcmp(options.main, "main") == 0);
  for (int round = 0; round < 20000; round++) {
    char text[600];
    uint32_t length = next(sizeof text - 1);
    for (uint32_t i = 0; i < length; i++) text[i] = "token=rand,dirhook0123456789"[next(28)];
    text[length] = 0;
    laglens_read_attach_options(text, &options);
  }
  return 0;
}

static int full_strings(void) {
  static struct laglens_strings strings;
  char text[100];
  uint32_t id = 0;
  for (uint32_t i = 0; i < LAGLENS_STRINGS + 10; i++) {
    laglens_append_number(text, sizeof text, 0, i);
    id = laglens_intern(&strings, text);
  }
  CHECK(id == 0 && strings.count == LAGLENS_STRINGS - 1 && laglens_intern(&strings, "7") == 8 && strcmp(laglens_string(&strings, 8), "7") == 0);
  return 0;
}

/* The begin of a 64-bit library: its header, two segments, the second one of notes, another's note, then the id. */
static size_t small_library(uint8_t *bytes) {
  memset(bytes, 0, 232);
  memcpy(bytes, "\x7f" "ELF\2\1", 6);
  bytes[32] = 64, bytes[54] = 56, bytes[56] = 2;
  bytes[120] = 4, bytes[128] = 176, bytes[152] = 56, bytes[168] = 4;
  memcpy(bytes + 176, "\4\0\0\0\3\0\0\0\3\0\0\0Oth\0abc", 19);
  memcpy(bytes + 196, "\4\0\0\0\5\0\0\0\3\0\0\0GNU\0\1\2\3\4\5", 21);
  return 232;
}

static int build_ids(void) {
  uint8_t bytes[232], id[LAGLENS_BUILD_ID_BYTES];
  size_t length = small_library(bytes);
  CHECK(laglens_read_build_id(bytes, length, id) == 5 && memcmp(id, "\1\2\3\4\5", 5) == 0);
  for (size_t cut = 0; cut < length; cut++) {
    /* On the heap, so that a byte behind the end is seen. */
    uint8_t *part = malloc(cut == 0 ? 1 : cut);
    memcpy(part, bytes, cut);
    CHECK(laglens_read_build_id(part, cut, id) == 0);
    free(part);
  }
  for (int round = 0; round < 200000; round++) {
    uint8_t *damaged = malloc(length);
    memcpy(damaged, bytes, length);
    for (uint32_t i = 1 + next(4); i > 0; i--) damaged[next((uint32_t)length)] = (uint8_t)(next(3) == 0 ? 255 : next(256));
    CHECK(laglens_read_build_id(damaged, length, id) <= LAGLENS_BUILD_ID_BYTES);
    free(damaged);
  }
  return 0;
}

static int kernel_counts(void) {
  const char text[] =
      "Name:\tThreads: 9\\n\nGroups:\t1 2 \nVmRSS:\t    1772 kB\nRssAnon:\t     116 kB\nRssFile:\t    1656 kB\nVmLib:\t   24184 kB\n"
      "RssShmem:\t      10 kB\nVmSwap:\t       3 kB\nThreads:\t27\nSigQ:\t2/96551\n";
  struct laglens_process_status status = laglens_parse_process_status(text);
  /* 116 + 10 + 3 KiB */
  CHECK(status.threads == 27 && status.has_memory && status.memory_bytes == 132096 && status.code_kilobytes == 24184);
  status = laglens_parse_process_status("VmRSS:\t    1772 kB\nVmSwap:\t       3 kB\nThreads:\t2");
  /* More digits may have followed. */
  CHECK(status.threads == 0 && !status.has_memory && status.code_kilobytes == 0);
  status = laglens_parse_process_status("Threads:\t27\nRssAnon:\t     11");
  CHECK(status.threads == 27 && !status.has_memory && status.memory_bytes == 0);
  CHECK(laglens_count_cpu_list("0\n") == 1 && laglens_count_cpu_list("0-3,5,8-9\n") == 7 && laglens_count_cpu_list("0-1023") == 1024);
  /* Nanoseconds on a processor, then ready without one, then turns. */
  CHECK(laglens_parse_schedstat("123456789 5000999 7\n") == 5000 && laglens_parse_schedstat("1 999 2\n") == 0 && laglens_parse_schedstat("") == 0);
  CHECK(laglens_parse_turns("123456789 5000999 7\n") == 7 && laglens_parse_turns("1 2") == 0);
  CHECK(laglens_count_cpu_list("") == 0 && laglens_count_cpu_list("\n") == 0 && laglens_count_cpu_list("3-1") == 0);
  for (int round = 0; round < 20000; round++) {
    size_t length = next(sizeof text);
    /* On the heap, so that a byte behind the end is seen. */
    char *part = malloc(length + 1);
    memcpy(part, text, length);
    for (uint32_t i = next(4); i > 0 && length > 0; i--) part[next((uint32_t)length)] = (char)next(256);
    part[length] = 0;
    laglens_parse_process_status(part);
    laglens_count_cpu_list(part);
    laglens_parse_turns(part);
    free(part);
  }
  return 0;
}

/* As the kernel of x86_64 writes them: 0 is read, 7 is poll. */
static int transfers(void) {
  const char text[] = "0 0x1f 0x7ffd6a0f3000 0x2000 0x0 0x0 0x0 0x7ffd6a0f2f88 0x7f0c52d0e4fc\n";
  uint32_t fd = 0;
  CHECK(laglens_parse_transfer(text, &fd) && fd == 31);
  CHECK(!laglens_parse_transfer("7 0x7ffd6a0f3000 0x1 0x64 0x0 0x0 0x0 0x7ffd6a0f2f88 0x7f0c52d0e4fc\n", &fd));
  CHECK(!laglens_parse_transfer("running\n", &fd) && !laglens_parse_transfer("-1 0x7ffd6a0f2f88 0x7f0c52d0e4fc\n", &fd));
  CHECK(!laglens_parse_transfer("", &fd) && !laglens_parse_transfer("0", &fd) && !laglens_parse_transfer("0 0x", &fd));
  CHECK(!laglens_parse_transfer("0 0x5", &fd) && !laglens_parse_transfer("0 0x123456789 0x0", &fd) && !laglens_parse_transfer("0 0xfg ", &fd));
  return 0;
}

int main(void) {
  return random_hosts() || good_host() || texts() || option_strings() || full_strings() || build_ids() || kernel_counts() || transfers();
}
