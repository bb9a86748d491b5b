/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../system.c"
#endif
