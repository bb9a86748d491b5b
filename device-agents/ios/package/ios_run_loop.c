/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/run_loop.c"
#endif
