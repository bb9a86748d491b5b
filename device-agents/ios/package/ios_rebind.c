/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../rebind.c"
#endif
