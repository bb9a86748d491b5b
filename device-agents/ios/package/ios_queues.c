/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../queues.c"
#endif
