/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/lock_owners.c"
#endif
