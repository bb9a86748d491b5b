/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/link/sha256.c"
#endif
