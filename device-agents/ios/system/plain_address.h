/* Addresses as the kernel's calls and the list of images have them. */
#ifndef LAGLENS_PLAIN_ADDRESS_H
#define LAGLENS_PLAIN_ADDRESS_H

#include <stdint.h>

#include "sanitizers.h"

/* No address of a process is longer, on any system that this runs on (MACH_VM_MAX_ADDRESS of xnu). */
#define LAGLENS_ADDRESS_BITS 47

/* Without signature, memory tag and Swift's mark in the upper bits. How many bits a signature takes is the processor's knowledge: xpaclri
 * takes it off code and data alike, and is a hint to older ones, which sign nothing. */
LAGLENS_NEVER_INSTRUMENTED static inline uintptr_t laglens_plain_address(uintptr_t address) {
#if defined(__aarch64__)
  register uintptr_t link __asm__("x30") = address;
  __asm__("hint #7" : "+r"(link));
  address = link;
#endif
  return address & (((uintptr_t)1 << LAGLENS_ADDRESS_BITS) - 1);
}

#endif
