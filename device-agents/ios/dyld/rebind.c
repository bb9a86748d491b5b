#include "rebind.h"

#include <stdbool.h>
#include <stddef.h>

#include "../../core/text.h"
#include "../darwin/mach.h"

enum { READ_ONLY_AFTER_FIXUPS = 0x10 /* SG_READ_ONLY */ };

/* Pointers that are signed (arm64e): in segments of their own, or in sections beside the plain ones. One without its signature would end the
 * app at its first use. */
static bool is_signed(const char *name) { return laglens_starts_with(name, "__AUTH") || laglens_starts_with(name, "__auth"); }

/* Symbols of one image, as its headers say where they lie. */
struct symbols {
  const struct laglens_sys_symbol_entry *entry;
  const char *text;
  const uint32_t *indirect;
  uint32_t entries, text_bytes, indirects;
};

static const struct laglens_sys_load_command *next_command(const struct laglens_sys_load_command *command) {
  return (const struct laglens_sys_load_command *)((const uint8_t *)command + command->bytes);
}

/* The last segment holds what the linker wrote for dyld; places in it are given as places in the file. */
static bool find_symbols(const struct laglens_sys_mach_header *header, intptr_t slide, struct symbols *out) {
  const struct laglens_sys_load_command *command = (const struct laglens_sys_load_command *)(header + 1);
  const struct laglens_sys_segment_command *linkedit = NULL;
  const struct laglens_sys_symtab_command *table = NULL;
  const struct laglens_sys_dysymtab_command *dynamic = NULL;
  for (uint32_t i = 0; i < header->command_count; i++, command = next_command(command)) {
    const struct laglens_sys_segment_command *segment = (const struct laglens_sys_segment_command *)command;
    if (command->command == LAGLENS_LC_SEGMENT_64 && laglens_equal(segment->name, "__LINKEDIT")) linkedit = segment;
    if (command->command == LAGLENS_LC_SYMTAB) table = (const struct laglens_sys_symtab_command *)command;
    if (command->command == LAGLENS_LC_DYSYMTAB) dynamic = (const struct laglens_sys_dysymtab_command *)command;
  }
  if (linkedit == NULL || table == NULL || dynamic == NULL) return false;
  const char *base = (const char *)(uintptr_t)(linkedit->address + (uint64_t)slide - linkedit->file_offset);
  out->entry = (const struct laglens_sys_symbol_entry *)(base + table->symbols_at);
  out->text = base + table->strings_at;
  out->indirect = (const uint32_t *)(base + dynamic->indirect_at);
  out->entries = table->symbol_count;
  out->text_bytes = table->string_bytes;
  out->indirects = dynamic->indirect_count;
  return true;
}

/* "" for what has no name here. */
static const char *name_of(const struct symbols *symbols, uint32_t indirect) {
  uint32_t number = indirect < symbols->indirects ? symbols->indirect[indirect] : LAGLENS_INDIRECT_SYMBOL_LOCAL;
  if ((number & (LAGLENS_INDIRECT_SYMBOL_LOCAL | LAGLENS_INDIRECT_SYMBOL_ABS)) != 0 || number >= symbols->entries) return "";
  uint32_t at = symbols->entry[number].name;
  return at + 1 < symbols->text_bytes && symbols->text[at] == '_' ? symbols->text + at + 1 : "";
}

static const struct laglens_rebinding *wanted(const char *name, const struct laglens_rebinding *rebindings, uint32_t count) {
  for (uint32_t i = 0; i < count && *name != 0; i++) {
    if (laglens_equal(name, rebindings[i].name)) return &rebindings[i];
  }
  return NULL;
}

static bool set(void **pointer, void *function, bool is_read_only) {
  laglens_address address = (laglens_address)pointer;
  int writable = LAGLENS_VM_PROT_READ | LAGLENS_VM_PROT_WRITE | LAGLENS_VM_PROT_COPY;
  if (is_read_only && laglens_sys_vm_protect(laglens_sys_task_self, address, sizeof *pointer, 0, writable) != LAGLENS_KERN_SUCCESS) return false;
  __atomic_store_n(pointer, function, __ATOMIC_RELEASE);
  if (is_read_only) laglens_sys_vm_protect(laglens_sys_task_self, address, sizeof *pointer, 0, LAGLENS_VM_PROT_READ);
  return true;
}

uint32_t laglens_rebind(const struct laglens_sys_mach_header *header, intptr_t slide, const struct laglens_rebinding *rebindings, uint32_t count) {
  const struct laglens_sys_load_command *command = (const struct laglens_sys_load_command *)(header + 1);
  struct symbols symbols;
  uint32_t done = 0;
  if (!find_symbols(header, slide, &symbols)) return 0;
  for (uint32_t i = 0; i < header->command_count; i++, command = next_command(command)) {
    const struct laglens_sys_segment_command *segment = (const struct laglens_sys_segment_command *)command;
    if (command->command != LAGLENS_LC_SEGMENT_64 || is_signed(segment->name)) continue;
    const struct laglens_sys_section *section = (const struct laglens_sys_section *)(segment + 1);
    bool is_read_only = (segment->flags & READ_ONLY_AFTER_FIXUPS) != 0 || laglens_equal(segment->name, "__DATA_CONST");
    for (uint32_t k = 0; k < segment->section_count; k++, section++) {
      uint32_t type = section->flags & LAGLENS_SECTION_TYPE;
      if (is_signed(section->name)) continue;
      if (type != LAGLENS_S_NON_LAZY_SYMBOL_POINTERS && type != LAGLENS_S_LAZY_SYMBOL_POINTERS) continue;
      void **pointers = (void **)(uintptr_t)(section->address + (uint64_t)slide);
      for (uint32_t n = 0; n < section->size / sizeof *pointers; n++) {
        const struct laglens_rebinding *found = wanted(name_of(&symbols, section->first_indirect + n), rebindings, count);
        if (found != NULL && set(&pointers[n], found->function, is_read_only)) done++;
      }
    }
  }
  return done;
}
