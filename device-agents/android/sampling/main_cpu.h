/* Which CPU the agent's thread keeps off. */
#ifndef LAGLENS_MAIN_CPU_H
#define LAGLENS_MAIN_CPU_H

#include "../agent.h"

/* Leaves the CPU that main runs on to main alone, if there is another one. For a main that runs; asks the kernel at most every 9 ms. */
void laglens_yield_main_cpu(struct laglens_agent *agent);
/* Runs wherever main may run, and yields main's CPU again no sooner than this. */
void laglens_share_main_cpu(struct laglens_agent *agent, uint32_t after_us);
/* Closes what is kept open of main. */
void laglens_main_cpu_end(void);

#endif
