/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/dyld/images.c"
#endif
