/* Says where the caller is for each place of a piece of code: `prologues arm64|x86_64 CODE PLACE...`, places as offsets. Then reads code that
 * nobody wrote: nothing may be read where there is none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../device-agents/ios/sampling/prologue.h"

struct code {
  const uint8_t *bytes;
  uintptr_t length;
};

/* Code lies at an address of its own, so that nobody reads it but through here. */
enum { BASE = 0x100000 };

static bool read_code(const void *context, uintptr_t from, void *to, uintptr_t bytes) {
  const struct code *code = context;
  if (from < BASE || from - BASE > code->length || code->length - (from - BASE) < bytes) return false;
  memcpy(to, code->bytes + (from - BASE), bytes);
  return true;
}

typedef enum laglens_caller decoder(laglens_read_code *read, const void *context, uintptr_t pc);

static void read_random(decoder *decode) {
  uint32_t seed = 1;
  uint8_t bytes[256];
  for (int round = 0; round < 100000; round++) {
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)((seed = seed * 1664525u + 1013904223u) >> 24);
    struct code code = {bytes, sizeof bytes};
    decode(read_code, &code, BASE + (seed >> 8) % (sizeof bytes + 8));
  }
}

int main(int count, char **arguments) {
  static const char *const words[] = {"unknown", "frame", "link", "stack"};
  static uint8_t bytes[65536];
  FILE *file = count < 3 ? NULL : fopen(arguments[2], "rb");
  if (file == NULL) return 2;
  decoder *decode = strcmp(arguments[1], "arm64") == 0 ? laglens_arm64_caller : laglens_x86_64_caller;
  struct code code = {bytes, fread(bytes, 1, sizeof bytes, file)};
  fclose(file);
  for (int i = 3; i < count; i++) puts(words[decode(read_code, &code, BASE + strtoul(arguments[i], NULL, 16))]);
  read_random(decode);
  return 0;
}
