/* What the system's libraries give to apps: every symbol that this loader stands in for, by name. */
#ifndef DARWIN_SYMBOLS_H
#define DARWIN_SYMBOLS_H

#include <stddef.h>

enum symbol_kind { SYMBOL_FUNCTION, SYMBOL_DATA };

struct symbol {
  /* With the underscore that Mach-O puts before C names. */
  const char *name;
  void *address;
  enum symbol_kind kind;
};

#define FUNCTION(name, stand_in) {"_" #name, (void *)(stand_in), SYMBOL_FUNCTION}
/* Linux's function of that name has the same arguments and constants. */
#define SAME(name) FUNCTION(name, name)
#define DATA(name, variable) {"_" #name, (void *)(variable), SYMBOL_DATA}
#define END_OF_SYMBOLS {NULL, NULL, SYMBOL_DATA}

/* The address that an image binds to: of a function its call gate (see census.h). NULL when no system has it. */
void *system_symbol(const char *name);

#endif
