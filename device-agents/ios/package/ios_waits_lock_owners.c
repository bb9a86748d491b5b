/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/waits/lock_owners.c"
#endif
