/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../images.c"
#endif
