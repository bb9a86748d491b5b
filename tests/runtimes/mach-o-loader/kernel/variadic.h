/* Apple's arm64 passes variable arguments on the stack, one every eight bytes, where Linux's passes them in registers first.
   A stand-in there takes all eight registers as named arguments: what follows is on the stack. On x86_64 both do the same. */
#ifndef DARWIN_VARIADIC_H
#define DARWIN_VARIADIC_H

#include <stdarg.h>

#if defined(__aarch64__)
#define UNUSED_REGISTERS_5 , long unused1, long unused2, long unused3, long unused4, long unused5
#define UNUSED_REGISTERS_6 UNUSED_REGISTERS_5, long unused6
#define UNUSED_REGISTERS_7 UNUSED_REGISTERS_6, long unused7
#define IGNORE_REGISTERS_5 (void)unused1, (void)unused2, (void)unused3, (void)unused4
#define IGNORE_REGISTERS_6 IGNORE_REGISTERS_5, (void)unused5
#define IGNORE_REGISTERS_7 IGNORE_REGISTERS_6, (void)unused6
/* Floating-point arguments, too, are on the stack. `named` is the last argument that the caller knows of, `count` how many are unused. */
#define START_ARGUMENTS(list, named, count) (IGNORE_REGISTERS_##count, va_start(list, unused##count), (list).__vr_offs = 0)
#else
#define UNUSED_REGISTERS_5
#define UNUSED_REGISTERS_6
#define UNUSED_REGISTERS_7
#define START_ARGUMENTS(list, named, count) va_start(list, named)
#endif

#endif
