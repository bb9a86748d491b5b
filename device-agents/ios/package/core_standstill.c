/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/standstill.c"
#endif
