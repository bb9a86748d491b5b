/* A virtual machine of which nothing is there but what the agent asks for: threads, their local storage, and the events of both. */
#ifndef TESTS_MOCK_VM_H
#define TESTS_MOCK_VM_H

#include "../../../device-agents/android/vm/jvmti_calls.h"

/* The JavaVM that an agent is attached with. */
laglens_vm mock_vm(void);
/* The calling thread begins to be a Java thread, or ends: with the events that the agent wants. */
void mock_thread_begins(void);
void mock_thread_ends(void);
/* The calling thread waits, fights for a monitor, and sees a garbage collection. */
void mock_thread_lives(void);

#endif
