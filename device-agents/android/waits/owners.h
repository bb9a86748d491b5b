/* What a thread waits for, and who holds it. Asked by the sampler, never on the waiting thread. */
#ifndef LAGLENS_OWNERS_H
#define LAGLENS_OWNERS_H

#include "../agent.h"

/* A weak reference to what the thread waits for now, for the caller to delete; NULL unknown. `class_name`: string, 0 unknown. */
jobject laglens_waited_object(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread, uint32_t *class_name);
/* Reports who holds what the thread waits for, if anybody does. */
void laglens_report_owner(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread);
/* Field `outcome` of `waitEnd`, 0 unknown; of an exclusive lock that the thread waited for up to now. */
uint32_t laglens_wait_outcome(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread);
/* Looks up the classes that are needed; once, on the agent's thread. */
void laglens_owners_begin(laglens_jni jni);
void laglens_owners_end(laglens_jni jni);

#endif
