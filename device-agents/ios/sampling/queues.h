/* Labels of dispatch queues. */
#ifndef LAGLENS_QUEUES_H
#define LAGLENS_QUEUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Finds what libdispatch says to debuggers about its queues; false when it says nothing. */
bool laglens_queues_begin(void);
/* The label of the queue that the thread serves which keeps it at `queue_at`; "" none. Other threads may end the queue meanwhile. */
void laglens_queue_label(uint64_t queue_at, char *label, size_t capacity);

#endif
