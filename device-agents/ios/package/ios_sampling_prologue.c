/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/sampling/prologue.c"
#endif
