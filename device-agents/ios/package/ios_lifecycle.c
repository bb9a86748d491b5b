/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../lifecycle.c"
#endif
