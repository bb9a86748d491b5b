/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/facts/open_fact.c"
#endif
