/* One round: main always, the other threads by groups. */
#ifndef LAGLENS_SAMPLER_H
#define LAGLENS_SAMPLER_H

#include "../agent.h"

void laglens_round(struct laglens_agent *agent, laglens_jni jni);

#endif
