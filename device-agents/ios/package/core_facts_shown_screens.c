/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/facts/shown_screens.c"
#endif
