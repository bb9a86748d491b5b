/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/app/lifecycle.c"
#endif
