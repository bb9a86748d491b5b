/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../waker.c"
#endif
