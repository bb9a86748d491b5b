/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../thermal.c"
#endif
