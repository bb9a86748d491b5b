/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/walk_suspended.c"
#endif
