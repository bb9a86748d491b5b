#include "strings.h"

#include "../text.h"

uint32_t laglens_intern(struct laglens_strings *strings, const char *text) {
  size_t length = laglens_length(text);
  if (length == 0) return 0;
  uint32_t slot = laglens_hash(text, length);
  for (;; slot++) {
    uint32_t id = strings->slot[slot & (LAGLENS_STRING_SLOTS - 1)];
    if (id == 0) break;
    if (laglens_equal(laglens_string(strings, id), text)) return id;
  }
  if (strings->count + 1 == LAGLENS_STRINGS || length + 1 > LAGLENS_STRING_ARENA - strings->used) {
    strings->full = true;
    return 0;
  }
  uint32_t id = ++strings->count;
  strings->offset[id] = strings->used;
  for (size_t i = 0; i <= length; i++) strings->arena[strings->used + i] = text[i];
  strings->used += (uint32_t)length + 1;
  strings->slot[slot & (LAGLENS_STRING_SLOTS - 1)] = (uint16_t)id;
  return id;
}

const char *laglens_string(const struct laglens_strings *strings, uint32_t id) {
  return id == 0 ? "" : strings->arena + strings->offset[id];
}
