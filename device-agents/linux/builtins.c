/* The functions that compilers may call even for freestanding code. Hidden, so that they never stand in for an app's libc. */
#include <stddef.h>

#define BUILTIN __attribute__((visibility("hidden"), used, no_builtin))

BUILTIN void *memcpy(void *restrict to, const void *restrict from, size_t length) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (size_t i = 0; i < length; i++) target[i] = source[i];
  return to;
}

BUILTIN void *memmove(void *to, const void *from, size_t length) {
  unsigned char *target = to;
  const unsigned char *source = from;
  if (target < source) {
    for (size_t i = 0; i < length; i++) target[i] = source[i];
  } else {
    for (size_t i = length; i > 0; i--) target[i - 1] = source[i - 1];
  }
  return to;
}

BUILTIN void *memset(void *to, int value, size_t length) {
  unsigned char *target = to;
  for (size_t i = 0; i < length; i++) target[i] = (unsigned char)value;
  return to;
}

BUILTIN int memcmp(const void *left, const void *right, size_t length) {
  const unsigned char *a = left, *b = right;
  for (size_t i = 0; i < length; i++) {
    if (a[i] != b[i]) return a[i] - b[i];
  }
  return 0;
}

#if defined(__arm__)
/* Run-time ABI for the ARM architecture, section 4.3.4: memset has its last two arguments swapped. */
BUILTIN void __aeabi_memcpy(void *to, const void *from, size_t length) { memcpy(to, from, length); }
BUILTIN void __aeabi_memmove(void *to, const void *from, size_t length) { memmove(to, from, length); }
BUILTIN void __aeabi_memset(void *to, size_t length, int value) { memset(to, value, length); }
BUILTIN void __aeabi_memclr(void *to, size_t length) { memset(to, 0, length); }

#define ALIAS(name, target) extern __typeof__(target) name __attribute__((alias(#target), visibility("hidden"), used))
ALIAS(__aeabi_memcpy4, __aeabi_memcpy);
ALIAS(__aeabi_memcpy8, __aeabi_memcpy);
ALIAS(__aeabi_memmove4, __aeabi_memmove);
ALIAS(__aeabi_memmove8, __aeabi_memmove);
ALIAS(__aeabi_memset4, __aeabi_memset);
ALIAS(__aeabi_memset8, __aeabi_memset);
ALIAS(__aeabi_memclr4, __aeabi_memclr);
ALIAS(__aeabi_memclr8, __aeabi_memclr);
#endif
