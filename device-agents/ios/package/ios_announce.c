/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/announce.c"
#endif
