/* What this app's threads do: each stands at the depth that was asked for, and computes there or waits. */
#ifndef BENCH_THREADS_H
#define BENCH_THREADS_H

#include <stdint.h>
#include <system.h>

enum { WORKERS = 18 };

/* The workers, all of them waiting. */
void workers_begin(void);
/* So many of the workers compute from here on, the others wait. */
void workers_activate(unsigned count);
/* Computes for `us` microseconds, `depth` frames below the caller; by which calls depends on `turn`. */
void work(unsigned depth, uint32_t turn, uint32_t us);
/* How deep the workers and main stand. */
extern volatile unsigned stack_depth;

#endif
