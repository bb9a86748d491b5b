/* One round: main always, the other threads by turns. */
#ifndef LAGLENS_SAMPLER_H
#define LAGLENS_SAMPLER_H

#include "../agent.h"

void laglens_round(struct laglens_agent *agent);
/* A new host: the threads are listed in the first round. */
void laglens_sampler_forget(void);

#endif
