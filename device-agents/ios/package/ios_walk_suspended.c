/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../walk_suspended.c"
#endif
