/* Garbage collection pauses. */
#ifndef LAGLENS_GC_H
#define LAGLENS_GC_H

#include "../agent.h"

void laglens_gc_watch(struct laglens_agent *agent, bool on);

/* Callbacks: every thread may be stopped meanwhile, so they only note the time. */
void laglens_on_gc_start(laglens_jvmti jvmti);
void laglens_on_gc_finish(laglens_jvmti jvmti);

#endif
