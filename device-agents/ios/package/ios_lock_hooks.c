/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../lock_hooks.c"
#endif
