/* All that there is without the agent: an app may call it in each configuration. */
#include "include/laglens.h"

#if !LAGLENS_AGENT
void laglens_start(void) {}
#endif
