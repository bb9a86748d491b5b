/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/link/options.c"
#endif
