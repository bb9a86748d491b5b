/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../listener.c"
#endif
