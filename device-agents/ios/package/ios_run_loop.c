/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../run_loop.c"
#endif
