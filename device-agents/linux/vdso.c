#include "vdso.h"

#include <stddef.h>
#include <stdint.h>

#include "../core/text.h"
#include "kernel.h"

/* man 7 vdso: the function's name by architecture. */
#if defined(__aarch64__)
#define CLOCK_NAME "__kernel_clock_gettime"
#else
#define CLOCK_NAME "__vdso_clock_gettime"
#endif

enum { AT_SYSINFO_EHDR_TYPE = 33, PT_LOAD_TYPE = 1, PT_DYNAMIC_TYPE = 2 };
enum { DT_NULL_TAG = 0, DT_HASH_TAG = 4, DT_STRTAB_TAG = 5, DT_SYMTAB_TAG = 6 };

/* The little of ELF that is needed; offsets as in the ELF specification, for 64 and 32 bits. */
#if defined(__LP64__)
struct elf_header {
  uint8_t ident[16];
  uint16_t type, machine;
  uint32_t version;
  uint64_t entry, segments;
  uint8_t sections_and_flags[14];
  uint16_t segment_bytes, segment_count;
};
struct elf_segment {
  uint32_t type, flags;
  uintptr_t offset, address, physical, file_bytes, memory_bytes, align;
};
struct elf_symbol {
  uint32_t name;
  uint8_t info, other;
  uint16_t section;
  uintptr_t value, size;
};
#else
struct elf_header {
  uint8_t ident[16];
  uint16_t type, machine;
  uint32_t version, entry, segments;
  uint8_t sections_and_flags[10];
  uint16_t segment_bytes, segment_count;
};
struct elf_segment {
  uint32_t type;
  uintptr_t offset, address, physical, file_bytes, memory_bytes;
  uint32_t flags, align;
};
struct elf_symbol {
  uint32_t name;
  uintptr_t value, size;
  uint8_t info, other;
  uint16_t section;
};
#endif

struct elf_dynamic {
  uintptr_t tag, value;
};

/* Address of the vDSO's ELF header, 0 none. The auxiliary vector is pairs of words. */
static uintptr_t vdso_base(void) {
  uintptr_t words[128];
  int fd = laglens_open_read("/proc/self/auxv");
  if (fd < 0) return 0;
  long got = laglens_read(fd, words, sizeof words);
  laglens_close(fd);
  for (long i = 0; got > 0 && i + 1 < got / (long)sizeof words[0]; i += 2) {
    if (words[i] == AT_SYSINFO_EHDR_TYPE) return words[i + 1];
  }
  return 0;
}

static laglens_clock_function *find_in_tables(uintptr_t bias, const struct elf_dynamic *dynamic) {
  const uint32_t *hash = NULL;
  const char *names = NULL;
  const struct elf_symbol *symbols = NULL;
  for (; dynamic->tag != DT_NULL_TAG; dynamic++) {
    if (dynamic->tag == DT_HASH_TAG) hash = (const uint32_t *)(bias + dynamic->value);
    if (dynamic->tag == DT_STRTAB_TAG) names = (const char *)(bias + dynamic->value);
    if (dynamic->tag == DT_SYMTAB_TAG) symbols = (const struct elf_symbol *)(bias + dynamic->value);
  }
  if (hash == NULL || names == NULL || symbols == NULL) return NULL;
  /* The second word of the hash table is the number of symbols. */
  for (uint32_t i = 0; i < hash[1]; i++) {
    if (symbols[i].section != 0 && laglens_equal(names + symbols[i].name, CLOCK_NAME)) {
      return (laglens_clock_function *)(bias + symbols[i].value);
    }
  }
  return NULL;
}

laglens_clock_function *laglens_find_vdso_clock(void) {
  uintptr_t base = vdso_base(), bias = base;
  const struct elf_dynamic *dynamic = NULL;
  if (base == 0) return NULL;
  const struct elf_header *header = (const struct elf_header *)base;
  const struct elf_segment *segments = (const struct elf_segment *)(base + header->segments);
  for (uint16_t i = 0; i < header->segment_count; i++) {
    if (segments[i].type == PT_LOAD_TYPE) bias = base + segments[i].offset - segments[i].address;
    if (segments[i].type == PT_DYNAMIC_TYPE) dynamic = (const struct elf_dynamic *)(base + segments[i].offset);
  }
  return dynamic == NULL ? NULL : find_in_tables(bias, dynamic);
}
