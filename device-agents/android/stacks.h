/* From a thread to the node of its stack. */
#ifndef LAGLENS_STACKS_H
#define LAGLENS_STACKS_H

#include "agent.h"

/* Walks the thread's stack; false when the thread is gone. `near` is a node whose path is likely shared (the last stack of this
 * thread), 0 none. */
bool laglens_walk(struct laglens_agent *agent, laglens_jni jni, jthread thread, uint32_t near, uint32_t *node);
/* State of the thread as on the wire; `node` is its stack, which tells parked from waiting where the machine does not. */
uint32_t laglens_state_of(struct laglens_agent *agent, jthread thread, uint32_t node);

#endif
