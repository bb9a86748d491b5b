/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../hooks.c"
#endif
