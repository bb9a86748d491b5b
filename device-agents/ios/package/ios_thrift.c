/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../thrift.c"
#endif
