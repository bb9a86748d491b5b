/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../prologue.c"
#endif
