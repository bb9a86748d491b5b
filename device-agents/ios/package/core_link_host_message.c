/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/link/host_message.c"
#endif
