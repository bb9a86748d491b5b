/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/link/send_ring.c"
#endif
