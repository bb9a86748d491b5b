/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/open_fact.c"
#endif
