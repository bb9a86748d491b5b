/* Images and their headers: mach-o/loader.h, mach-o/nlist.h, mach-o/dyld.h, declared by hand. */
#ifndef LAGLENS_DARWIN_DYLD_H
#define LAGLENS_DARWIN_DYLD_H

#include <stdint.h>

#include "label.h"

struct laglens_sys_mach_header {
  uint32_t magic;
  int32_t cpu_type, cpu_subtype;
  uint32_t file_type, command_count, command_bytes, flags, reserved;
};
struct laglens_sys_load_command {
  uint32_t command, bytes;
};
struct laglens_sys_segment_command {
  uint32_t command, bytes;
  char name[16];
  uint64_t address, size, file_offset, file_size;
  int32_t max_protection, protection;
  uint32_t section_count, flags;
};
struct laglens_sys_section {
  char name[16], segment[16];
  uint64_t address, size;
  uint32_t offset, align, relocations_at, relocation_count, flags;
  uint32_t first_indirect; /* reserved1 */
  uint32_t reserved2, reserved3;
};
struct laglens_sys_uuid_command {
  uint32_t command, bytes;
  uint8_t uuid[16];
};
struct laglens_sys_symtab_command {
  uint32_t command, bytes, symbols_at, symbol_count, strings_at, string_bytes;
};
struct laglens_sys_dysymtab_command {
  uint32_t command, bytes, ranges[6], tables[6], indirect_at, indirect_count, relocations[4];
};
struct laglens_sys_symbol_entry {
  uint32_t name;
  uint8_t type, section;
  uint16_t description;
  uint64_t value;
};

enum { LAGLENS_MH_MAGIC_64 = (int)0xfeedfacf, LAGLENS_MH_EXECUTE = 2 };
enum { LAGLENS_LC_SYMTAB = 2, LAGLENS_LC_DYSYMTAB = 11, LAGLENS_LC_SEGMENT_64 = 0x19, LAGLENS_LC_UUID = 0x1b };
enum { LAGLENS_SECTION_TYPE = 0xff, LAGLENS_S_NON_LAZY_SYMBOL_POINTERS = 6, LAGLENS_S_LAZY_SYMBOL_POINTERS = 7 };
#define LAGLENS_INDIRECT_SYMBOL_LOCAL 0x80000000u
#define LAGLENS_INDIRECT_SYMBOL_ABS 0x40000000u

uint32_t laglens_sys_dyld_image_count(void) LAGLENS_SYSTEM(_dyld_image_count);
const struct laglens_sys_mach_header *laglens_sys_dyld_get_image_header(uint32_t index) LAGLENS_SYSTEM(_dyld_get_image_header);
const char *laglens_sys_dyld_get_image_name(uint32_t index) LAGLENS_SYSTEM(_dyld_get_image_name);
intptr_t laglens_sys_dyld_get_image_vmaddr_slide(uint32_t index) LAGLENS_SYSTEM(_dyld_get_image_vmaddr_slide);
typedef void laglens_image_callback(const struct laglens_sys_mach_header *header, intptr_t slide);
void laglens_sys_dyld_register_func_for_add_image(laglens_image_callback *added) LAGLENS_SYSTEM(_dyld_register_func_for_add_image);
void laglens_sys_dyld_register_func_for_remove_image(laglens_image_callback *removed) LAGLENS_SYSTEM(_dyld_register_func_for_remove_image);

#endif
