/* LC_DYLD_CHAINED_FIXUPS: pointers of a page form a chain, each saying how far the next one is. */
#include <stdlib.h>
#include <string.h>

#include "binding.h"
#include "refusal.h"

struct import {
  uint8_t *address;
  int64_t addend;
};

static uint32_t read32(const uint8_t *at) {
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}
static uint16_t read16(const uint8_t *at) {
  uint16_t value;
  memcpy(&value, at, sizeof value);
  return value;
}
static uint64_t read64(const uint8_t *at) {
  uint64_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static struct import import_of(struct image *image, const uint8_t *table, const struct dyld_chained_fixups_header *header, uint32_t index) {
  const char *names = (const char *)table + header->symbols_offset;
  const uint8_t *entry = table + header->imports_offset;
  int64_t addend = 0;
  if (header->imports_format == CHAINED_IMPORT_ADDEND64) {
    uint64_t bits = read64(entry + 16 * index);
    addend = (int64_t)read64(entry + 16 * index + 8);
    return (struct import){bind_symbol(image, (int16_t)(bits & 0xffff), names + (bits >> 32), bits >> 16 & 1), addend};
  }
  size_t stride = header->imports_format == CHAINED_IMPORT_ADDEND ? 8 : 4;
  uint32_t bits = read32(entry + stride * index);
  if (stride == 8) addend = (int32_t)read32(entry + stride * index + 4);
  return (struct import){bind_symbol(image, (int8_t)(bits & 0xff), names + (bits >> 9), bits >> 8 & 1), addend};
}

/* Bits of dyld_chained_ptr_64_rebase and dyld_chained_ptr_64_bind. */
static uint64_t fixed(const struct image *image, uint16_t format, uint64_t value, const struct import *imports, uint32_t import_count) {
  if (value >> 63) {
    uint32_t ordinal = value & 0xffffff;
    if (ordinal >= import_count) refuse("bad import number in %s", image->path);
    return (uint64_t)imports[ordinal].address + (value >> 24 & 0xff) + (uint64_t)imports[ordinal].addend;
  }
  uint64_t target = value & 0xfffffffffULL, high8 = value >> 36 & 0xff;
  uint64_t address = format == CHAINED_PTR_64_OFFSET ? (uint64_t)image->base + target : target + (uint64_t)image->slide;
  return address | high8 << 56;
}

static void walk_chain(const struct image *image, uint16_t format, uint8_t *at, const struct import *imports, uint32_t import_count) {
  for (;;) {
    if ((uint64_t)(at - image->base) > image->span - 8) refuse("chained fixup beyond %s", image->path);
    uint64_t value = read64(at), next = value >> 51 & 0xfff;
    uint64_t pointer = fixed(image, format, value, imports, import_count);
    memcpy(at, &pointer, sizeof pointer);
    if (next == 0) return;
    at += 4 * next;
  }
}

/* dyld_chained_starts_in_segment: size, page_size, pointer_format, segment_offset, max_valid_pointer, page_count, page_start[]. */
static void walk_segment(const struct image *image, const uint8_t *starts, const struct import *imports, uint32_t import_count) {
  uint16_t page_size = read16(starts + 4), format = read16(starts + 6), pages = read16(starts + 20);
  uint64_t segment = read64(starts + 8);
  if (format != CHAINED_PTR_64 && format != CHAINED_PTR_64_OFFSET) refuse("unknown chained pointer format %u in %s", format, image->path);
  for (uint16_t page = 0; page < pages; page++) {
    uint16_t start = read16(starts + 22 + 2 * page);
    if (start != CHAINED_START_NONE) walk_chain(image, format, image->base + segment + (uint64_t)page * page_size + start, imports, import_count);
  }
}

void make_chained_fixups(struct image *image) {
  const uint8_t *table = image->file + image->chained_fixups.offset;
  const struct dyld_chained_fixups_header *header = (const void *)table;
  struct import *imports = calloc(header->imports_count + 1, sizeof *imports);
  for (uint32_t i = 0; i < header->imports_count; i++) imports[i] = import_of(image, table, header, i);
  const uint8_t *starts = table + header->starts_offset;
  for (uint32_t i = 0; i < read32(starts); i++) {
    uint32_t offset = read32(starts + 4 + 4 * i);
    if (offset != 0) walk_segment(image, starts + offset, imports, header->imports_count);
  }
  free(imports);
}
