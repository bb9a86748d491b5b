/* ART reports each object that is made (JVMTI's VMObjectAlloc), on the thread that makes it: its size is added to a counter of the
 * thread, found by the thread pointer. Nothing is locked, made or waited for; the first time in a thread its slot is looked up. */
#ifndef LAGLENS_ALLOCATIONS_ART_H
#define LAGLENS_ALLOCATIONS_ART_H

#include "../agent.h"

/* False when ART refuses. */
bool laglens_art_counts(struct laglens_agent *agent, bool on);
struct laglens_maybe laglens_art_allocated(struct laglens_thread *thread);
/* A thread begins or ends: the counter of one that had the same pointer is nobody's any more. On the thread itself. */
void laglens_art_counter_free(void);

/* Callback of the virtual machine, on the thread itself. */
void laglens_on_object_made(laglens_jvmti jvmti, laglens_jni jni, jthread thread, jobject object, jclass type, int64_t bytes);

#endif
