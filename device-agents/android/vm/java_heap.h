/* How much of the virtual machine's heap is in use. On the agent's thread. */
#ifndef LAGLENS_JAVA_HEAP_H
#define LAGLENS_JAVA_HEAP_H

#include "../../core/facts/process_use.h"
#include "jni_calls.h"

void laglens_java_heap_begin(laglens_jni jni);
void laglens_java_heap_end(laglens_jni jni);
/* Bytes, with those of objects that nobody has any more and the collector has not taken yet. Makes no object; waits, as each call
 * into the virtual machine does, for as long as that keeps all threads stopped. */
struct laglens_maybe laglens_java_heap(laglens_jni jni);

#endif
