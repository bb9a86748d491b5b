/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/app/display_link.c"
#endif
