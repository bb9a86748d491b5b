/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/link/handshake.c"
#endif
