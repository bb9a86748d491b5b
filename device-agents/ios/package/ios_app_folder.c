/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/app_folder.c"
#endif
