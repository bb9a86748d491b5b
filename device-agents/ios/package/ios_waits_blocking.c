/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/waits/blocking.c"
#endif
