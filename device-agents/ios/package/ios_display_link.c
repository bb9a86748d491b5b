/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/display_link.c"
#endif
