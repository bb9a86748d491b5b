/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../loop.c"
#endif
