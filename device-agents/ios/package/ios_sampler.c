/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../sampler.c"
#endif
