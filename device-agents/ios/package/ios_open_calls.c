/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/open_calls.c"
#endif
