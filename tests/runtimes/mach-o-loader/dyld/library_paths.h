/* Where a library's name leads to. */
#ifndef MACHO_LIBRARY_PATHS_H
#define MACHO_LIBRARY_PATHS_H

#include "image.h"

enum { MAX_CANDIDATES = MAX_RPATHS + 1 };

/* Files that the name may mean, in the order in which dyld tries them: @rpath by the rpaths of `from`, then of the executable. */
unsigned library_candidates(const char *name, const struct image *from, const struct image *executable, char paths[MAX_CANDIDATES][MAX_PATH]);
/* A library of the system, which this loader stands in for. */
bool is_system_library(const char *name);

#endif
