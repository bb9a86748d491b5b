/* What a thread waits to read or write: a path, a pipe or a socket, by the kernel. */
#ifndef LAGLENS_DESCRIPTOR_H
#define LAGLENS_DESCRIPTOR_H

#include <stdbool.h>
#include <stdint.h>

/* Field `state` of `sample`; LAGLENS_IN_NATIVE if unknown. Never asks the file itself, which may wait as well. */
uint32_t laglens_descriptor_state(int tid);
/* The descriptor in a thread's `syscall` file; false where the thread runs, or neither reads nor writes. */
bool laglens_parse_transfer(const char *text, uint32_t *fd);

#endif
