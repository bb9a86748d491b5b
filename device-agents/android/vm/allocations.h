/* How many bytes of objects each thread made. Reported only while a host asks for it: on ART every allocation pays for being counted
 * (allocations_art.c), a desktop virtual machine counts anyway and is asked (allocations_jvm.c). */
#ifndef LAGLENS_ALLOCATIONS_H
#define LAGLENS_ALLOCATIONS_H

#include "../agent.h"

/* Begins or stops to count as `capture.allocations` asks for, which becomes false where it cannot be. On the agent's thread. */
void laglens_allocations_switch(struct laglens_agent *agent, laglens_jni jni);
/* Nothing is counted or held from here on. */
void laglens_allocations_end(struct laglens_agent *agent, laglens_jni jni);
/* From any thread: whether bytes are counted now. */
bool laglens_counts_allocations(void);
/* Bytes that a thread made so far, since any time. */
struct laglens_maybe laglens_allocated(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread);

#endif
