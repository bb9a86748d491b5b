/* How long threads were ready to run and had no processor: the run delay that the scheduler counts for each thread. */
#ifndef LAGLENS_READY_H
#define LAGLENS_READY_H

#include "../agent.h"

/* Reports how long a thread had no processor since its last sample. The kernel counts a wait when it is over, so only
 * a thread that ran meanwhile need be asked about. `cpu_us` is its CPU time at `at_us`, so that both are of the same time. */
void laglens_ready_check(struct laglens_agent *agent, struct laglens_thread *thread, uint64_t at_us, uint64_t cpu_us);
/* Closes the file of a thread that is asked about no more, or rarely. */
void laglens_ready_close(struct laglens_agent *agent, struct laglens_thread *thread);
/* No host asks any more: closes all files. */
void laglens_ready_end(struct laglens_agent *agent);
/* What was counted of any thread so far is not reported to a new host. */
void laglens_ready_forget(struct laglens_thread *thread);

#endif
