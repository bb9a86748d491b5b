/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../events.c"
#endif
