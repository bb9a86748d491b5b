/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/start_options.c"
#endif
