/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/thermal.c"
#endif
