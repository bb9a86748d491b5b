/* Who the agent says it is. */
#ifndef LAGLENS_IDENTITY_H
#define LAGLENS_IDENTITY_H

#include "agent.h"

void laglens_introduce(struct laglens_agent *agent, laglens_jni jni);

#endif
