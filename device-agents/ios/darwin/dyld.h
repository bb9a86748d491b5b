/* Images and their headers: mach-o/loader.h, mach-o/nlist.h, mach-o/dyld.h, declared by hand. */
#ifndef LAGLENS_DARWIN_DYLD_H
#define LAGLENS_DARWIN_DYLD_H

#include <stdint.h>

struct mach_header {
  uint32_t magic;
  int32_t cpu_type, cpu_subtype;
  uint32_t file_type, command_count, command_bytes, flags, reserved;
};
struct load_command {
  uint32_t command, bytes;
};
struct segment_command {
  uint32_t command, bytes;
  char name[16];
  uint64_t address, size, file_offset, file_size;
  int32_t max_protection, protection;
  uint32_t section_count, flags;
};
struct section {
  char name[16], segment[16];
  uint64_t address, size;
  uint32_t offset, align, relocations_at, relocation_count, flags;
  uint32_t first_indirect; /* reserved1 */
  uint32_t reserved2, reserved3;
};
struct uuid_command {
  uint32_t command, bytes;
  uint8_t uuid[16];
};
struct symtab_command {
  uint32_t command, bytes, symbols_at, symbol_count, strings_at, string_bytes;
};
struct dysymtab_command {
  uint32_t command, bytes, ranges[6], tables[6], indirect_at, indirect_count, relocations[4];
};
struct symbol_entry {
  uint32_t name;
  uint8_t type, section;
  uint16_t description;
  uint64_t value;
};

enum { MH_MAGIC_64 = (int)0xfeedfacf, MH_EXECUTE = 2, LC_SYMTAB = 2, LC_DYSYMTAB = 11, LC_SEGMENT_64 = 0x19, LC_UUID = 0x1b };
enum { SECTION_TYPE = 0xff, S_NON_LAZY_SYMBOL_POINTERS = 6, S_LAZY_SYMBOL_POINTERS = 7 };
#define INDIRECT_SYMBOL_LOCAL 0x80000000u
#define INDIRECT_SYMBOL_ABS 0x40000000u

uint32_t _dyld_image_count(void);
const struct mach_header *_dyld_get_image_header(uint32_t index);
const char *_dyld_get_image_name(uint32_t index);
intptr_t _dyld_get_image_vmaddr_slide(uint32_t index);
void _dyld_register_func_for_add_image(void (*added)(const struct mach_header *header, intptr_t slide));
void _dyld_register_func_for_remove_image(void (*removed)(const struct mach_header *header, intptr_t slide));

#endif
