/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../core/shown_screens.c"
#endif
