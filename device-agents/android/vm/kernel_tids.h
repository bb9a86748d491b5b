/* Kernel ids of threads that are older than the agent: by what ART notes of them, else by their unique names in /proc/self/task. */
#ifndef LAGLENS_KERNEL_TIDS_H
#define LAGLENS_KERNEL_TIDS_H

#include "../agent.h"

/* Fills in what can be known for certain; leaves 0 where neither ART's own notes nor a unique name help. */
void laglens_find_kernel_tids(struct laglens_agent *agent, laglens_jni jni);
/* Whether no thread is left whose id is unknown. */
bool laglens_tids_known(const struct laglens_agent *agent);

#endif
