/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/log.c"
#endif
