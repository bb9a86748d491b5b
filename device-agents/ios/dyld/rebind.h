/* Other functions in place of imported ones: the pointers through which an image calls what it imports are set again. */
#ifndef LAGLENS_REBIND_H
#define LAGLENS_REBIND_H

#include <stdint.h>

#include "../darwin/dyld.h"

struct laglens_rebinding {
  const char *name; /* as C has it, without the underscore of the symbol */
  void *function;   /* from now on */
};

/*
 * Lazy and non-lazy symbol pointers, the GOT of chained fixups among them; gives how many were set. Pages that dyld made read-only are
 * made writable for that, and read-only again. Signed pointers (of arm64e, which apps are rarely built for) are left alone.
 */
uint32_t laglens_rebind(const struct laglens_sys_mach_header *header, intptr_t slide, const struct laglens_rebinding *rebindings, uint32_t count);

#endif
