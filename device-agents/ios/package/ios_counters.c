/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../counters.c"
#endif
