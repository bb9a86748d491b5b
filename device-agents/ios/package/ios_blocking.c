/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../blocking.c"
#endif
