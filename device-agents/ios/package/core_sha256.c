/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/sha256.c"
#endif
