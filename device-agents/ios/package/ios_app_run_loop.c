/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/app/run_loop.c"
#endif
