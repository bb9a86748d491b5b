/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../entry.c"
#endif
