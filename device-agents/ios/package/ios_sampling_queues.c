/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/sampling/queues.c"
#endif
