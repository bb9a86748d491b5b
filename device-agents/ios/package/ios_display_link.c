/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../display_link.c"
#endif
