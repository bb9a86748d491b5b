/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/sampling/walk_suspended.c"
#endif
