/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/screens.c"
#endif
