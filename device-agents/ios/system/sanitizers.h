/* Apps that carry the agent may be built with sanitizers. */
#ifndef LAGLENS_SANITIZERS_H
#define LAGLENS_SANITIZERS_H

/* For what reads stacks, where AddressSanitizer forbids some bytes, and for what runs while a thread is suspended, which may hold
 * ThreadSanitizer's own lock. */
#if defined(__clang__)
#define LAGLENS_NEVER_INSTRUMENTED __attribute__((no_sanitize("address", "thread", "undefined"), disable_sanitizer_instrumentation))
#else
#define LAGLENS_NEVER_INSTRUMENTED
#endif

#endif
