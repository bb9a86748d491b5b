/* The imports of an image whose pointers are signed and of one whose are not, in sections side by side: as an arm64e executable has them
 * (`__DATA_CONST,__auth_got` beside `__DATA_CONST,__got`). */
#include <stdio.h>
#include <string.h>

#include "../../../device-agents/ios/darwin/mach.h"
#include "../../../device-agents/ios/dyld/rebind.h"

#define CHECK(condition) \
  if (!(condition)) return fprintf(stderr, "line %d: %s\n", __LINE__, #condition), 1

enum { POINTERS = 2 };

static struct {
  struct laglens_sys_mach_header header;
  struct laglens_sys_segment_command data;
  struct laglens_sys_section plain, signed_ones;
  struct laglens_sys_segment_command linkedit;
  struct laglens_sys_symtab_command symbols;
  struct laglens_sys_dysymtab_command dynamic;
} image;
/* What the linker wrote for dyld: one symbol of an import, and which symbol each pointer is for. */
static struct {
  struct laglens_sys_symbol_entry entry;
  char text[16];
  uint32_t indirect[2 * POINTERS];
} tables = {.entry = {.name = 1}, .text = "\0_usleep"};
static void *plain[POINTERS], *signed_ones[POINTERS];
static int before, after;

laglens_port laglens_sys_task_self = 1;
static uint32_t protections;
laglens_kern_return laglens_sys_vm_protect(laglens_port task, laglens_address address, laglens_size size, int set_maximum, int protection) {
  (void)task, (void)address, (void)size, (void)set_maximum, (void)protection;
  protections++;
  return LAGLENS_KERN_SUCCESS;
}

static struct laglens_sys_section section_of(const char *name, void **pointers, uint32_t first_indirect) {
  struct laglens_sys_section section = {.address = (uint64_t)(uintptr_t)pointers, .size = POINTERS * sizeof *pointers, .flags = LAGLENS_S_NON_LAZY_SYMBOL_POINTERS};
  section.first_indirect = first_indirect;
  memcpy(section.name, name, strlen(name));
  return section;
}

static void make_image(const char *segment, const char *section) {
  image.header = (struct laglens_sys_mach_header){.magic = (uint32_t)LAGLENS_MH_MAGIC_64, .command_count = 4};
  image.data = (struct laglens_sys_segment_command){.command = LAGLENS_LC_SEGMENT_64, .bytes = sizeof image.data + 2 * sizeof image.plain, .section_count = 2};
  memcpy(image.data.name, segment, strlen(segment));
  image.plain = section_of("__got", plain, 0);
  image.signed_ones = section_of(section, signed_ones, POINTERS);
  image.linkedit = (struct laglens_sys_segment_command){.command = LAGLENS_LC_SEGMENT_64, .bytes = sizeof image.linkedit, .name = "__LINKEDIT"};
  image.linkedit.address = (uint64_t)(uintptr_t)&tables;
  image.symbols = (struct laglens_sys_symtab_command){.command = LAGLENS_LC_SYMTAB, .bytes = sizeof image.symbols, .symbol_count = 1};
  image.symbols.strings_at = (uint32_t)(tables.text - (char *)&tables);
  image.symbols.string_bytes = sizeof tables.text;
  image.dynamic = (struct laglens_sys_dysymtab_command){.command = LAGLENS_LC_DYSYMTAB, .bytes = sizeof image.dynamic, .indirect_count = 2 * POINTERS};
  image.dynamic.indirect_at = (uint32_t)((char *)tables.indirect - (char *)&tables);
  for (int i = 0; i < POINTERS; i++) plain[i] = signed_ones[i] = &before;
}

int main(void) {
  const struct laglens_rebinding rebinding = {"usleep", &after};
  make_image("__DATA_CONST", "__auth_got");
  CHECK(laglens_rebind(&image.header, 0, &rebinding, 1) == POINTERS);
  /* Made writable, and read-only again, each. */
  CHECK(protections == 2 * POINTERS);
  for (int i = 0; i < POINTERS; i++) CHECK(plain[i] == &after && signed_ones[i] == &before);
  make_image("__DATA", "__la_symbol_ptr");
  CHECK(laglens_rebind(&image.header, 0, &rebinding, 1) == 2 * POINTERS);
  for (int i = 0; i < POINTERS; i++) CHECK(plain[i] == &after && signed_ones[i] == &after);
  make_image("__AUTH_CONST", "__auth_got");
  CHECK(laglens_rebind(&image.header, 0, &rebinding, 1) == 0);
  return 0;
}
