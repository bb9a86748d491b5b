/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/dyld/lock_hooks.c"
#endif
