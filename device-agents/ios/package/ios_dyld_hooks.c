/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/dyld/hooks.c"
#endif
