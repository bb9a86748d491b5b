/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/link/listener.c"
#endif
