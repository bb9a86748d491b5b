/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/facts/facts.c"
#endif
