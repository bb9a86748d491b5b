/* Fixups: pointers of an image made right for where it and others lie. */
#ifndef MACHO_BINDING_H
#define MACHO_BINDING_H

#include "image.h"

/* Makes all fixups of the image, of either kind. Refuses when a symbol that it needs is nowhere. */
void make_fixups(struct image *image);

/* One of the image's imports: its address, NULL when it is weak and nowhere.
   `ordinal`: from 1 the library by number, otherwise BIND_…; `name` with its underscore. */
void *bind_symbol(const struct image *image, int ordinal, const char *name, bool weak);
/* Both kinds of fixup tables. */
void make_chained_fixups(struct image *image);
void make_dyld_info_fixups(struct image *image);

#endif
