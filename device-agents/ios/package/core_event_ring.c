/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/event_ring.c"
#endif
