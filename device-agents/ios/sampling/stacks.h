/* From a thread to the node of its stack. */
#ifndef LAGLENS_STACKS_H
#define LAGLENS_STACKS_H

#include "../agent.h"

/* Reads the thread's stack and state; false when the thread is gone. Fills node, state and CPU time of `sample`. */
bool laglens_walk(struct laglens_agent *agent, struct laglens_thread *thread, struct laglens_sample *sample);
/* The node of `count` frames in `agent->memory->frames`, innermost first; the first one is a return address, too, unless `leaf` says that it is
 * where the thread stands. `near` is a node whose path is likely shared, 0 none. */
uint32_t laglens_node_of_frames(struct laglens_agent *agent, const uintptr_t *frames, uint32_t count, bool leaf, uint32_t near);
/* State on the wire, and CPU time, by what the kernel says of a thread. */
uint32_t laglens_state_of(const struct laglens_sys_thread_basic_info *info);
struct laglens_cpu_time laglens_cpu_of(const struct laglens_sys_thread_basic_info *info);

#endif
