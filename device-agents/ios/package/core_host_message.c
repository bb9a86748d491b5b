/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/host_message.c"
#endif
