/* The only code that runs while a thread of the app is suspended. */
#ifndef LAGLENS_WALK_SUSPENDED_H
#define LAGLENS_WALK_SUSPENDED_H

#include <stdbool.h>

#include "../darwin/mach.h"

/* What was read of a thread. The frames are return addresses as they stand on the stack, innermost first. */
struct laglens_snapshot {
  bool has_info;
  struct laglens_sys_thread_basic_info info; /* asked again while it stood still */
  struct laglens_registers registers;
  uintptr_t top[2]; /* the two words at the stack pointer */
  uint32_t count;
};

/* Where a thread's stack is; 0 unknown. */
struct laglens_stack {
  uintptr_t low, high;
  bool is_kept; /* until the process ends: main's is */
};

/*
 * Suspends the thread, reads, and lets it go on. False when it is gone or its state can't be read. Frames within its stack are read
 * directly, others through the kernel.
 */
bool laglens_snapshot(laglens_port thread, const struct laglens_stack *stack, uintptr_t *frames, uint32_t capacity, struct laglens_snapshot *out);

#endif
