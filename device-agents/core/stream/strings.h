/* Texts that never change, each stored once, under an id from 1. Full: id 0, and nothing breaks. */
#ifndef LAGLENS_STRINGS_H
#define LAGLENS_STRINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../sizes.h"

struct laglens_strings {
  uint32_t count;
  uint32_t used;
  bool full;
  uint32_t offset[LAGLENS_STRINGS]; /* into the arena */
  uint16_t slot[LAGLENS_STRING_SLOTS];
  char arena[LAGLENS_STRING_ARENA];
};

/* Id of the text; 0 for an empty one and when the table is full. */
uint32_t laglens_intern(struct laglens_strings *strings, const char *text);
/* The text of an id, "" for 0. */
const char *laglens_string(const struct laglens_strings *strings, uint32_t id);

#endif
