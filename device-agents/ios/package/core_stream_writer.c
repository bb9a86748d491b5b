/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/stream/writer.c"
#endif
