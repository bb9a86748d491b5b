/* The register by which code finds the calling thread's own data: another one for each thread that lives.
 * x86-64: %fs:0 points to itself (System V ABI, ELF Handling For Thread-Local Storage 3.4.6); bionic and glibc keep to it. */
#ifndef LAGLENS_THREAD_POINTER_H
#define LAGLENS_THREAD_POINTER_H

#include <stdint.h>

static inline uintptr_t laglens_thread_pointer(void) {
  uintptr_t pointer;
#if defined(__aarch64__)
  __asm__ volatile("mrs %0, tpidr_el0" : "=r"(pointer));
#elif defined(__arm__)
  __asm__ volatile("mrc p15, 0, %0, c13, c0, 3" : "=r"(pointer));
#else
  __asm__ volatile("movq %%fs:0, %0" : "=r"(pointer));
#endif
  return pointer;
}

#endif
