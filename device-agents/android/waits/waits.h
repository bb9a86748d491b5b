/* Waits for locks, notifications and permits: the waiting thread only notes them; the sampler asks for the rest. */
#ifndef LAGLENS_WAITS_H
#define LAGLENS_WAITS_H

#include "../agent.h"

enum { LAGLENS_WAIT_MONITOR = 1, LAGLENS_WAIT_OBJECT = 2, LAGLENS_WAIT_PARK = 3 };
/* Field `outcome` of `waitEnd`. */
enum { LAGLENS_OUTCOME_UNKNOWN = 0, LAGLENS_OUTCOME_GOT_IT = 1, LAGLENS_OUTCOME_RELEASED = 2, LAGLENS_OUTCOME_STILL_HELD = 3 };

/* Turns the virtual machine's events on and off. */
void laglens_waits_watch(struct laglens_agent *agent, bool on);
/*
 * Decides whose waits the virtual machine reports: everybody's while kernel ids are unknown, as a thread with reports notes its own,
 * then main's. ART reports each park of each thread of a pool, thousands a second; long waits of others are seen in samples.
 */
void laglens_waits_choose(struct laglens_agent *agent);
/* Reports what the host must know of the thread's wait by now. `holds_up_main`: it is main, or main waits for it. */
void laglens_waits_check(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread, bool holds_up_main);
/* The thread that holds what this one waits for, as it was asked last; NULL unknown. */
struct laglens_thread *laglens_wait_owner(const struct laglens_thread *thread);
/* Lets go of what is kept of a wait: the thread is gone, or the host is. */
void laglens_wait_forget(laglens_jni jni, struct laglens_thread *thread);

/* Callbacks of the virtual machine, on the waiting thread. */
void laglens_on_contended_enter(laglens_jvmti jvmti, laglens_jni jni, jthread thread, jobject object);
void laglens_on_contended_entered(laglens_jvmti jvmti, laglens_jni jni, jthread thread, jobject object);
void laglens_on_monitor_wait(laglens_jvmti jvmti, laglens_jni jni, jthread thread, jobject object, int64_t timeout_ms);
void laglens_on_monitor_waited(laglens_jvmti jvmti, laglens_jni jni, jthread thread, jobject object, uint8_t timed_out);

#endif
