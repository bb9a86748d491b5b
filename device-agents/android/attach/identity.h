/* Who the agent says it is. */
#ifndef LAGLENS_IDENTITY_H
#define LAGLENS_IDENTITY_H

#include "../agent.h"

/* Build.VERSION.SDK_INT; 0 where there is no such class. */
uint32_t laglens_api_level(const struct laglens_agent *agent, laglens_jni jni);
void laglens_introduce(struct laglens_agent *agent, laglens_jni jni);

#endif
