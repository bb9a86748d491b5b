/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/system/thrift.c"
#endif
