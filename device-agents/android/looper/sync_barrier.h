/* A sync barrier that stays in main's queue: a lost traversal of views leaves one, and nothing but asynchronous messages is handled. */
#ifndef LAGLENS_SYNC_BARRIER_H
#define LAGLENS_SYNC_BARRIER_H

#include "../agent.h"

void laglens_sync_barrier_load(laglens_jni jni);
/* About once a second: reports one that is old, again and again, and of its end. */
void laglens_sync_barrier_report_second(struct laglens_agent *agent, laglens_jni jni, uint64_t now_us);

#endif
