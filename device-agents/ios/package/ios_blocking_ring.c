/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/blocking_ring.c"
#endif
