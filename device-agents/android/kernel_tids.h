/* Kernel ids of threads that are older than the agent, found by their unique names in /proc/self/task. */
#ifndef LAGLENS_KERNEL_TIDS_H
#define LAGLENS_KERNEL_TIDS_H

struct laglens_agent;

/* Fills in what can be known for certain; leaves 0 where a name is not unique. */
void laglens_find_kernel_tids(struct laglens_agent *agent);

#endif
