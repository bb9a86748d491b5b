/* Which CPU the agent's thread keeps off. */
#ifndef LAGLENS_ASIDE_H
#define LAGLENS_ASIDE_H

#include "agent.h"

/* Leaves the CPU that main runs on to main alone, if there is another one. For a main that runs; asks the kernel at most every 9 ms. */
void laglens_stand_aside(struct laglens_agent *agent);
/* Runs wherever main may run, and stands aside again no sooner than this. */
void laglens_come_back(struct laglens_agent *agent, uint32_t after_us);
/* Closes what is kept open of main. */
void laglens_aside_end(void);

#endif
