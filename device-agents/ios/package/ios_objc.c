/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../objc.c"
#endif
