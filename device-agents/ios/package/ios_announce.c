/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../announce.c"
#endif
