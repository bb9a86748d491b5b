/* LC_DYLD_INFO: programs of small operations that say where to rebase and bind. Lazy pointers are bound at once. */
#include <string.h>

#include "binding.h"
#include "leb128.h"
#include "refusal.h"

enum { OPCODE = 0xf0, IMMEDIATE = 0x0f, TYPE_POINTER = 1, WEAK_IMPORT = 1 };
enum {
  REBASE_DONE = 0x00,
  REBASE_SET_TYPE = 0x10,
  REBASE_SET_SEGMENT_AND_OFFSET = 0x20,
  REBASE_ADD_ADDRESS = 0x30,
  REBASE_ADD_ADDRESS_SCALED = 0x40,
  REBASE_DO_TIMES_IMMEDIATE = 0x50,
  REBASE_DO_TIMES = 0x60,
  REBASE_DO_ADD_ADDRESS = 0x70,
  REBASE_DO_TIMES_SKIPPING = 0x80,
};
enum {
  BIND_DONE = 0x00,
  BIND_SET_ORDINAL_IMMEDIATE = 0x10,
  BIND_SET_ORDINAL = 0x20,
  BIND_SET_ORDINAL_SPECIAL = 0x30,
  BIND_SET_SYMBOL = 0x40,
  BIND_SET_TYPE = 0x50,
  BIND_SET_ADDEND = 0x60,
  BIND_SET_SEGMENT_AND_OFFSET = 0x70,
  BIND_ADD_ADDRESS = 0x80,
  BIND_DO = 0x90,
  BIND_DO_ADD_ADDRESS = 0xa0,
  BIND_DO_ADD_ADDRESS_SCALED = 0xb0,
  BIND_DO_TIMES_SKIPPING = 0xc0,
};

/* Where a program stands. */
struct cursor {
  struct image *image;
  const uint8_t *at, *end;
  uint8_t *place;
  int ordinal;
  bool weak;
  const char *name;
  int64_t addend;
};

static uint64_t uleb(struct cursor *cursor) { return read_uleb(&cursor->at, cursor->end); }

static void to_segment(struct cursor *cursor, unsigned index) {
  if (index >= cursor->image->segment_count) refuse("fixup in no segment of %s", cursor->image->path);
  cursor->place = (uint8_t *)cursor->image->segments[index]->vmaddr + cursor->image->slide + uleb(cursor);
}

static void check_place(const struct cursor *cursor) {
  if ((uint64_t)(cursor->place - cursor->image->base) > cursor->image->span - 8) refuse("fixup beyond %s", cursor->image->path);
}

static void rebase(struct cursor *cursor, uint64_t times, uint64_t skip) {
  for (; times > 0; times--) {
    check_place(cursor);
    uint64_t value;
    memcpy(&value, cursor->place, sizeof value);
    value += (uint64_t)cursor->image->slide;
    memcpy(cursor->place, &value, sizeof value);
    cursor->place += 8 + skip;
  }
}

static void run_rebase(struct cursor cursor) {
  while (cursor.at < cursor.end) {
    uint8_t byte = *cursor.at++, immediate = byte & IMMEDIATE;
    uint64_t times;
    switch (byte & OPCODE) {
      case REBASE_DONE: return;
      case REBASE_SET_TYPE:
        if (immediate != TYPE_POINTER) refuse("rebase of an unknown type in %s", cursor.image->path);
        break;
      case REBASE_SET_SEGMENT_AND_OFFSET: to_segment(&cursor, immediate); break;
      case REBASE_ADD_ADDRESS: cursor.place += uleb(&cursor); break;
      case REBASE_ADD_ADDRESS_SCALED: cursor.place += 8u * immediate; break;
      case REBASE_DO_TIMES_IMMEDIATE: rebase(&cursor, immediate, 0); break;
      case REBASE_DO_TIMES: rebase(&cursor, uleb(&cursor), 0); break;
      case REBASE_DO_ADD_ADDRESS: rebase(&cursor, 1, uleb(&cursor)); break;
      case REBASE_DO_TIMES_SKIPPING:
        times = uleb(&cursor);
        rebase(&cursor, times, uleb(&cursor));
        break;
      default: refuse("unknown rebase operation 0x%x in %s", byte, cursor.image->path);
    }
  }
}

static void bind(struct cursor *cursor, uint64_t times, uint64_t skip) {
  uint8_t *found = bind_symbol(cursor->image, cursor->ordinal, cursor->name, cursor->weak);
  uint64_t value = found == NULL ? 0 : (uint64_t)found + (uint64_t)cursor->addend;
  for (; times > 0; times--) {
    check_place(cursor);
    memcpy(cursor->place, &value, sizeof value);
    cursor->place += 8 + skip;
  }
}

static void set_symbol(struct cursor *cursor, uint8_t flags) {
  cursor->name = (const char *)cursor->at;
  cursor->weak = flags & WEAK_IMPORT;
  cursor->at += strnlen(cursor->name, (size_t)(cursor->end - cursor->at)) + 1;
}

/* `lazy`: each pointer's program ends with BIND_DONE, and the next one follows. */
static void run_bind(struct cursor cursor, bool lazy) {
  while (cursor.at < cursor.end) {
    uint8_t byte = *cursor.at++, immediate = byte & IMMEDIATE;
    uint64_t times;
    switch (byte & OPCODE) {
      case BIND_DONE:
        if (!lazy) return;
        break;
      case BIND_SET_ORDINAL_IMMEDIATE: cursor.ordinal = immediate; break;
      case BIND_SET_ORDINAL: cursor.ordinal = (int)uleb(&cursor); break;
      case BIND_SET_ORDINAL_SPECIAL: cursor.ordinal = immediate == 0 ? 0 : (int8_t)(OPCODE | immediate); break;
      case BIND_SET_SYMBOL: set_symbol(&cursor, immediate); break;
      case BIND_SET_TYPE:
        if (immediate != TYPE_POINTER) refuse("binding of an unknown type in %s", cursor.image->path);
        break;
      case BIND_SET_ADDEND: cursor.addend = read_sleb(&cursor.at, cursor.end); break;
      case BIND_SET_SEGMENT_AND_OFFSET: to_segment(&cursor, immediate); break;
      case BIND_ADD_ADDRESS: cursor.place += uleb(&cursor); break;
      case BIND_DO: bind(&cursor, 1, 0); break;
      case BIND_DO_ADD_ADDRESS: bind(&cursor, 1, uleb(&cursor)); break;
      case BIND_DO_ADD_ADDRESS_SCALED: bind(&cursor, 1, 8u * immediate); break;
      case BIND_DO_TIMES_SKIPPING:
        times = uleb(&cursor);
        bind(&cursor, times, uleb(&cursor));
        break;
      default: refuse("unknown bind operation 0x%x in %s", byte, cursor.image->path);
    }
  }
}

static struct cursor program(struct image *image, uint32_t offset, uint32_t size) {
  if (offset > image->size || size > image->size - offset) refuse("fixups beyond the end of %s", image->path);
  return (struct cursor){.image = image, .at = image->file + offset, .end = image->file + offset + size, .place = image->base, .name = ""};
}

void make_dyld_info_fixups(struct image *image) {
  const struct dyld_info_command *info = image->dyld_info;
  run_rebase(program(image, info->rebase_off, info->rebase_size));
  run_bind(program(image, info->bind_off, info->bind_size), false);
  run_bind(program(image, info->lazy_bind_off, info->lazy_bind_size), true);
}
