/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../stacks.c"
#endif
