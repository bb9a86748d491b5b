/* A desktop virtual machine counts what each thread allocates, by itself and to the byte. Its management bean has it for any thread
 * (com.sun.management.ThreadMXBean); the class is searched only when a host asks. */
#ifndef LAGLENS_ALLOCATIONS_JVM_H
#define LAGLENS_ALLOCATIONS_JVM_H

#include "../agent.h"

/* False when the virtual machine has no such bean. */
bool laglens_jvm_counts_begin(laglens_jni jni);
void laglens_jvm_counts_end(laglens_jni jni);
struct laglens_maybe laglens_jvm_allocated(laglens_jni jni, struct laglens_thread *thread);

#endif
