/* The agent's thread. */
#ifndef LAGLENS_LOOP_H
#define LAGLENS_LOOP_H

#include "agent.h"

/* Body of the thread (jvmtiStartFunction); ends when the agent has to stop. */
void laglens_loop(laglens_jvmti jvmti, laglens_jni jni, void *argument);

#endif
