/* From a thread to the node of its stack. */
#ifndef LAGLENS_STACKS_H
#define LAGLENS_STACKS_H

#include "../agent.h"

/* Walks the thread's stack; false when the thread is gone. The path of its last stack is likely shared. */
bool laglens_walk(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread, uint32_t *node);
/*
 * The stack of a thread that is blocked on a monitor, at the instruction that enters it. HotSpot's interpreter steps past `monitorenter` before it
 * blocks (templateTable, monitorenter), so its location may be another line's; ART's and compiled code's are right.
 */
uint32_t laglens_node_at_lock(struct laglens_agent *agent, uint32_t node);
/* State of the thread as on the wire; `node` is its stack, which distinguishes parked from waiting where the machine does not. */
uint32_t laglens_state_of(struct laglens_agent *agent, jthread thread, uint32_t node);

/* Whether this is how Android 9 parks: in Object.wait, on an object of the thread's own that means nothing. */
bool laglens_parks_by_waiting(const struct laglens_agent *agent, uint32_t node);

#endif
