/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/facts/process_use.c"
#endif
