/* Where the caller of an interrupted function is found: in its frame, or, when it has none yet or no longer, in a register or on top of the
 * stack. Read off the instructions that come next. Pure: the code is read through a function. */
#ifndef LAGLENS_PROLOGUE_H
#define LAGLENS_PROLOGUE_H

#include <stdbool.h>
#include <stdint.h>

enum laglens_caller {
  LAGLENS_CALLER_UNKNOWN, /* no answer within reach */
  LAGLENS_CALLER_IN_FRAME,
  LAGLENS_CALLER_IN_LINK,  /* arm64: the link register; x86_64: the word at the stack pointer */
  LAGLENS_CALLER_ON_STACK, /* x86_64: the word above the one at the stack pointer */
};

/* Copies code, false when there is none at that address. */
typedef bool laglens_read_code(const void *context, uintptr_t from, void *to, uintptr_t bytes);

enum laglens_caller laglens_arm64_caller(laglens_read_code *read, const void *context, uintptr_t pc);
enum laglens_caller laglens_x86_64_caller(laglens_read_code *read, const void *context, uintptr_t pc);

#endif
