#include "image.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static bool refused(char *why, size_t room, const char *words) {
  snprintf(why, room, "%s", words);
  return false;
}

static const char *name_of(const struct named_command *command) {
  bool inside = command->name < command->cmdsize && memchr((const char *)command + command->name, 0, command->cmdsize - command->name);
  return inside ? (const char *)command + command->name : "";
}

static bool take_segment(struct image *image, const struct segment_command_64 *segment) {
  uint64_t sections = sizeof *segment + (uint64_t)segment->nsects * sizeof(struct section_64);
  bool inside = segment->fileoff <= image->size && segment->filesize <= image->size - segment->fileoff && sections <= segment->cmdsize;
  if (!inside || segment->filesize > segment->vmsize || image->segment_count == MAX_SEGMENTS) return false;
  image->segments[image->segment_count++] = segment;
  return true;
}

static bool take_dependency(struct image *image, const struct named_command *command) {
  if (image->dependency_count == MAX_DEPENDENCIES) return false;
  image->dependencies[image->dependency_count++] = (struct dependency){
      .name = name_of(command), .weak = command->cmd == LC_LOAD_WEAK_DYLIB, .reexported = command->cmd == LC_REEXPORT_DYLIB};
  return true;
}

static struct range range_of(const struct linkedit_data_command *command) { return (struct range){command->dataoff, command->datasize}; }

static bool take_command(struct image *image, const struct load_command *command) {
  const void *at = command;
  switch (command->cmd) {
    case LC_SEGMENT_64: return take_segment(image, at);
    case LC_LOAD_DYLIB:
    case LC_LOAD_WEAK_DYLIB:
    case LC_REEXPORT_DYLIB: return take_dependency(image, at);
    case LC_RPATH:
      if (image->rpath_count == MAX_RPATHS) return false;
      image->rpaths[image->rpath_count++] = name_of(at);
      return true;
    case LC_ID_DYLIB: image->install_name = name_of(at); return true;
    case LC_UUID: memcpy(image->uuid, ((const struct uuid_command *)at)->uuid, sizeof image->uuid); return true;
    case LC_BUILD_VERSION: image->platform = ((const struct build_version_command *)at)->platform; return true;
    case LC_CODE_SIGNATURE: image->signature = range_of(at); return true;
    case LC_DYLD_CHAINED_FIXUPS: image->chained_fixups = range_of(at); return true;
    case LC_DYLD_EXPORTS_TRIE: image->exports = range_of(at); return true;
    case LC_DYLD_INFO:
    case LC_DYLD_INFO_ONLY:
      image->dyld_info = at;
      image->exports = (struct range){image->dyld_info->export_off, image->dyld_info->export_size};
      return true;
    case LC_MAIN: image->entry_offset = ((const struct entry_point_command *)at)->entryoff; return true;
    default: return true;
  }
}

static bool in_file(const struct image *image, struct range range) {
  return range.offset <= image->size && range.size <= image->size - range.offset;
}

bool image_read_commands(struct image *image, char *why, size_t room) {
  const struct mach_header_64 *header = (const void *)image->file;
  if (header->filetype != MH_EXECUTE && header->filetype != MH_DYLIB) return refused(why, room, "not a dylib");
  if (header->sizeofcmds > image->size - sizeof *header) return refused(why, room, "load commands exceed length of file");
  image->filetype = header->filetype;
  const uint8_t *at = image->file + sizeof *header, *end = at + header->sizeofcmds;
  for (uint32_t i = 0; i < header->ncmds; i++) {
    const struct load_command *command = (const void *)at;
    bool whole = (size_t)(end - at) >= sizeof *command && command->cmdsize >= sizeof *command && command->cmdsize <= (size_t)(end - at);
    if (!whole) return refused(why, room, "malformed load command");
    if (command->cmd == LC_ENCRYPTION_INFO_64 && ((const struct encryption_info_command_64 *)command)->cryptid != 0)
      return refused(why, room, "is encrypted for the App Store");
    if (!take_command(image, command)) return refused(why, room, "malformed load command, or more of one kind than this loader takes");
    at += command->cmdsize;
  }
  bool whole = in_file(image, image->signature) && in_file(image, image->exports) && in_file(image, image->chained_fixups);
  if (!whole || image->segment_count == 0) return refused(why, room, "load command points beyond the file");
  return true;
}

static bool is_mapped(const struct segment_command_64 *segment) { return segment->initprot != 0 && segment->vmsize > 0; }

bool image_map_segments(struct image *image) {
  uint64_t first = UINT64_MAX, end = 0;
  for (unsigned i = 0; i < image->segment_count; i++) {
    const struct segment_command_64 *segment = image->segments[i];
    if (!is_mapped(segment)) continue;
    if (segment->vmaddr < first) first = segment->vmaddr;
    if (segment->vmaddr + segment->vmsize > end) end = segment->vmaddr + segment->vmsize;
  }
  /* 16 KiB as on a device, where the kernel of this computer gives pages of 4 KiB. */
  enum { DEVICE_PAGE = 0x4000 };
  uint8_t *room = mmap(NULL, end - first + DEVICE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return false;
  image->base = (uint8_t *)(((uintptr_t)room + DEVICE_PAGE - 1) & ~(uintptr_t)(DEVICE_PAGE - 1));
  image->slide = (intptr_t)image->base - (intptr_t)first;
  image->span = end - first;
  for (unsigned i = 0; i < image->segment_count; i++) {
    const struct segment_command_64 *segment = image->segments[i];
    if (is_mapped(segment)) memcpy((uint8_t *)segment->vmaddr + image->slide, image->file + segment->fileoff, segment->filesize);
  }
  return true;
}

void image_protect_segments(const struct image *image) {
  for (unsigned i = 0; i < image->segment_count; i++) {
    const struct segment_command_64 *segment = image->segments[i];
    if (!is_mapped(segment)) continue;
    /* VM_PROT_READ, WRITE and EXECUTE have the values of PROT_READ, PROT_WRITE and PROT_EXEC. */
    int protection = (int)segment->initprot & ~(segment->flags & SG_READ_ONLY ? PROT_WRITE : 0);
    uint8_t *begin = (uint8_t *)segment->vmaddr + image->slide;
    mprotect(begin, segment->vmsize, protection);
    if (protection & PROT_EXEC) __builtin___clear_cache((char *)begin, (char *)begin + segment->vmsize);
  }
}

uint8_t *image_section(const struct image *image, const char *segment_name, const char *section_name, uint64_t *size) {
  for (unsigned i = 0; i < image->segment_count; i++) {
    const struct section_64 *sections = (const void *)(image->segments[i] + 1);
    for (uint32_t k = 0; k < image->segments[i]->nsects; k++) {
      bool same = strncmp(sections[k].segname, segment_name, 16) == 0 && strncmp(sections[k].sectname, section_name, 16) == 0;
      if (!same) continue;
      *size = sections[k].size;
      return (uint8_t *)sections[k].addr + image->slide;
    }
  }
  return NULL;
}

void image_sections_of_type(const struct image *image, uint32_t type, void (*each)(const struct image *, const struct section_64 *)) {
  for (unsigned i = 0; i < image->segment_count; i++) {
    const struct section_64 *sections = (const void *)(image->segments[i] + 1);
    for (uint32_t k = 0; k < image->segments[i]->nsects; k++)
      if ((sections[k].flags & 0xff) == type) each(image, &sections[k]);
  }
}

const char *image_uuid_text(const struct image *image) {
  static _Thread_local char text[37];
  char *to = text;
  for (unsigned i = 0; i < 16; i++) to += snprintf(to, 4, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02X" : "%02X", image->uuid[i]);
  return text;
}
