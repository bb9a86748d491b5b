/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/waits/open_waits.c"
#endif
