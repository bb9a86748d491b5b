#include "methods.h"

/* Ids are pointers on some virtual machines (low bits alike) and small odd indices on others (only low bits differ). */
static uint32_t hash_key(uintptr_t key) {
  uint64_t wide = (uint64_t)key * 0x9E3779B97F4A7C15u;
  return (uint32_t)(wide >> 40);
}

uint32_t laglens_method_find(const struct laglens_methods *methods, uintptr_t key) {
  for (uint32_t slot = hash_key(key);; slot++) {
    uint32_t number = methods->slot[slot & (LAGLENS_METHOD_SLOTS - 1)];
    if (number == 0 || methods->method[number].key == key) return number;
  }
}

uint32_t laglens_method_add(struct laglens_methods *methods, uintptr_t key) {
  if (methods->count + 1 == LAGLENS_METHODS) {
    methods->full = true;
    return 0;
  }
  uint32_t slot = hash_key(key);
  while (methods->slot[slot & (LAGLENS_METHOD_SLOTS - 1)] != 0) slot++;
  uint32_t number = ++methods->count;
  methods->slot[slot & (LAGLENS_METHOD_SLOTS - 1)] = (uint16_t)number;
  methods->method[number] = (struct laglens_method){.key = key, .first_line_entry = methods->lines_used};
  return number;
}

void laglens_method_add_line(struct laglens_methods *methods, uint32_t method, int64_t pc, int32_t line) {
  if (methods->method[method].line_entries == UINT16_MAX || pc < 0 || pc > UINT16_MAX || line < 0 || line > (int32_t)UINT16_MAX) return;
  if (methods->lines_used == LAGLENS_LINE_ENTRIES) {
    methods->lines_full = true;
    return;
  }
  methods->lines[methods->lines_used++] = (struct laglens_line_entry){(uint16_t)pc, (uint16_t)line};
  methods->method[method].line_entries++;
}

uint32_t laglens_method_line(const struct laglens_methods *methods, uint32_t method, int64_t pc) {
  const struct laglens_method *record = &methods->method[method];
  const struct laglens_line_entry *entries = methods->lines + record->first_line_entry;
  uint32_t line = 0;
  int32_t best = -1;
  if (pc < 0) return 0;
  /* Entries need not be sorted: the one that begins last before the index wins. */
  for (uint32_t i = 0; i < record->line_entries; i++) {
    if (entries[i].pc <= pc && entries[i].pc > best) {
      best = entries[i].pc;
      line = entries[i].line;
    }
  }
  return line;
}
