/* Methods that were seen on a stack, each resolved once: a method id may be dead later. */
#ifndef LAGLENS_METHODS_H
#define LAGLENS_METHODS_H

#include <stdbool.h>
#include <stdint.h>

#include "../sizes.h"

struct laglens_method {
  uintptr_t key;       /* the virtual machine's id of the method */
  uint32_t class_name; /* ids of strings */
  uint32_t name;
  uint32_t signature;
  uint32_t source_file;
  uint32_t smap;
  uint32_t first_line_entry;
  uint16_t line_entries;
  uint16_t modifiers;
};

/* From this byte-code index on (up to the next entry) the code belongs to this line. */
struct laglens_line_entry {
  uint16_t pc;
  uint16_t line;
};

struct laglens_methods {
  uint32_t count;
  uint32_t lines_used;
  bool full;
  bool lines_full;
  uint16_t slot[LAGLENS_METHOD_SLOTS];
  struct laglens_method method[LAGLENS_METHODS];
  struct laglens_line_entry lines[LAGLENS_LINE_ENTRIES];
};

/* Number of the method, 0 when it was never seen. */
uint32_t laglens_method_find(const struct laglens_methods *methods, uintptr_t key);
/* A new record to fill in, or 0 when the table is full. */
uint32_t laglens_method_add(struct laglens_methods *methods, uintptr_t key);
/* Keeps one entry of the line table of the method added last; what does not fit is left out. */
void laglens_method_add_line(struct laglens_methods *methods, uint32_t method, int64_t pc, int32_t line);
/* Line at a byte-code index, 0 unknown. */
uint32_t laglens_method_line(const struct laglens_methods *methods, uint32_t method, int64_t pc);

#endif
