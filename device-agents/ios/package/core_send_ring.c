/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/send_ring.c"
#endif
