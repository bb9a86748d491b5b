/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/link/start_options.c"
#endif
