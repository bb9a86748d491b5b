/* All images of this process in the order in which they were loaded: the executable, inserted libraries, what they need. */
#ifndef MACHO_LIBRARIES_H
#define MACHO_LIBRARIES_H

#include "image.h"

/* Loads the executable, the libraries of DYLD_INSERT_LIBRARIES and all that they name, makes their fixups and protects them.
   Refuses (see refusal.h) what dyld refuses. */
struct image *libraries_load(const char *executable, const char *inserted);
/* Loads a library later, for an image that names it, with what it needs; those that are new come last, and wait for their initializers. NULL
   with the reason in dyld's words when there is none; refuses what a library that is there lacks. One at a time. */
struct image *libraries_open(const char *name, const struct image *from, char *why, size_t room);
unsigned libraries_count(void);
struct image *libraries_at(unsigned index);
/* The image in which an address lies, NULL when in none. */
struct image *libraries_containing(const void *address);
/* Runs what an image calls before main, each image after those that it needs. */
void libraries_initialise(int argc, char **argv, char **environment);
void libraries_initialise_one(struct image *image);

#endif
