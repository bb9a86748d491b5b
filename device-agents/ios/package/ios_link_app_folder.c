/* Written by scripts/generate.ts. */
#if LAGLENS_AGENT
#include "../../ios/link/app_folder.c"
#endif
