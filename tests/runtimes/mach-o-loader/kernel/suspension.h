/* What suspending, and reading of what is suspended, need of each other. */
#ifndef DARWIN_SUSPENSION_H
#define DARWIN_SUSPENSION_H

#include <stddef.h>

struct thread;

/* Before any thread may be suspended. */
void suspension_begin(void);
/* R running, S waiting, D waiting and not to be interrupted, as Linux says in /proc; a suspended thread waits. */
char thread_run_state(struct thread *thread);
/* Zeroed pages, whose length vm_deallocate needs; NULL when refused. */
void *vm_pages(size_t bytes);

#endif
