/* Results and small types of Mach, and the errors of BSD, that more than one file uses. */
#ifndef DARWIN_KERNEL_H
#define DARWIN_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

typedef int kern_return_t;
typedef uint32_t mach_port_t;
enum {
  KERN_SUCCESS = 0,
  KERN_INVALID_ADDRESS = 1,
  KERN_PROTECTION_FAILURE = 2,
  KERN_NO_SPACE = 3,
  KERN_INVALID_ARGUMENT = 4,
  KERN_FAILURE = 5,
  MACH_SEND_INVALID_DEST = 0x10000003,
};

enum { TASK_SELF = 0x203, HOST_SELF = 0x303, CLOCK_HZ = 24000000 };

/* CLOCK_MONOTONIC. */
uint64_t monotonic_ns(void);
/* Stops or starts the clocks of the app that count time since the boot, but mach_absolute_time, which is the agent's. */
void clock_stop(bool stop);
/* Waits until they go. */
void clock_wait_until_started(void);
/* Turns Linux's errno into Darwin's, where `__error()` finds it; gives back -1. */
long failed(void);
/* The same number in Darwin, for calls that return it. */
int darwin_errno(int linux_errno);
int *darwin_errno_place(void);

/* Waits until the word is no longer `value`, or until the time (CLOCK_MONOTONIC; 0: for ever). Zero or ETIMEDOUT of Linux. A thread
   that is suspended meanwhile goes on waiting. */
int wait_on_word(const void *word, uint32_t value, uint64_t until_ns);
void wake_word(const void *word, int threads);

#endif
