/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/process_use.c"
#endif
