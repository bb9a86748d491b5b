/* What newer processors put into the upper bits of pointers. */
#ifndef DARWIN_UPPER_BITS_H
#define DARWIN_UPPER_BITS_H

#include <stdint.h>
#include <stdlib.h>

/* IPHONE_LOADER_SIGNED: an arm64e process asks for an arm64e thread's registers, and its kernel gives pc, lr, sp and fp signed. */
static inline uint64_t signed_register(uint64_t value) { return getenv("IPHONE_LOADER_SIGNED") == NULL ? value : value | (uint64_t)0x2a5b << 48; }

/* IPHONE_LOADER_TAGGED: memory tags (MTE), which loads and stores ignore and calls of the kernel do not. */
static inline void *tagged(const void *pointer) {
#if defined(__aarch64__)
  if (pointer != NULL && getenv("IPHONE_LOADER_TAGGED") != NULL) return (void *)((uintptr_t)pointer | (uintptr_t)0x0b << 56);
#endif
  return (void *)pointer;
}
static inline int is_tagged(uintptr_t address) { return address >> 56 != 0; }

#endif
