/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../start_options.c"
#endif
