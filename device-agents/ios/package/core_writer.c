/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/writer.c"
#endif
