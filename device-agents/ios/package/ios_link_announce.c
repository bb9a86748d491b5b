/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/link/announce.c"
#endif
