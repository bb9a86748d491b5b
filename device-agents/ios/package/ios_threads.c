/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../threads.c"
#endif
