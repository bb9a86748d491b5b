/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/stream/strings.c"
#endif
