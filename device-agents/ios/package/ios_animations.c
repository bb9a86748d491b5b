/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/animations.c"
#endif
