/* The functions that stand in for those that may wait. */
#ifndef LAGLENS_HOOKS_H
#define LAGLENS_HOOKS_H

#include "rebind.h"

enum { LAGLENS_HOOKS = 15 };

/* By their numbers, as in `laglens_wait`. */
extern const struct laglens_rebinding laglens_hooks[LAGLENS_HOOKS];

#endif
