/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/facts/event_ring.c"
#endif
