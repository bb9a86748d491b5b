/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../identity.c"
#endif
