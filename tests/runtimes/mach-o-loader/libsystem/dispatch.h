/* Dispatch queues: a small libdispatch. */
#ifndef DARWIN_DISPATCH_H
#define DARWIN_DISPATCH_H

#include <stdbool.h>
#include <stdint.h>

typedef void (*dispatch_function)(void *context);
struct dispatch_queue;

void dispatch_queue_async(struct dispatch_queue *queue, dispatch_function function, void *context);
/* What runs on the main queue is run by the main run loop, one at a time; false when there is none. */
bool dispatch_main_run_one(void);
bool dispatch_main_has_work(void);
struct dispatch_queue *dispatch_main_queue(void);

/* dispatch_time_t counts mach_absolute_time's ticks. As CLOCK_MONOTONIC in ns; 0 for never. */
uint64_t dispatch_deadline_ns(uint64_t time);

#endif
