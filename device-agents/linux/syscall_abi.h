/* The system call instruction and the call numbers of each ABI.
 *
 * Only calls that bionic itself makes are used: an app's seccomp filter kills the process for others. So no open, poll, accept
 * or fork on x86_64, and on arm the old calls with 32-bit times. Numbers: arch/x86/entry/syscalls/syscall_64.tbl,
 * include/uapi/asm-generic/unistd.h (aarch64), arch/arm/tools/syscall.tbl of the Linux kernel. */
#ifndef LAGLENS_SYSCALL_ABI_H
#define LAGLENS_SYSCALL_ABI_H

#if defined(__x86_64__)
enum {
  NR_READ = 0, NR_WRITE = 1, NR_CLOSE = 3, NR_MMAP = 9, NR_MUNMAP = 11, NR_PREAD64 = 17, NR_PWRITE64 = 18, NR_READV = 19, NR_WRITEV = 20, NR_GETPID = 39, NR_SOCKET = 41, NR_SENDTO = 44,
  NR_RECVFROM = 45, NR_BIND = 49, NR_LISTEN = 50, NR_GETSOCKOPT = 55, NR_GETRUSAGE = 98, NR_GETUID = 102, NR_GETPRIORITY = 140, NR_SETPRIORITY = 141, NR_PRCTL = 157, NR_GETTID = 186,
  NR_SCHED_SETAFFINITY = 203, NR_SCHED_GETAFFINITY = 204, NR_GETDENTS64 = 217, NR_CLOCK_GETTIME = 228, NR_OPENAT = 257, NR_UNLINKAT = 263, NR_READLINKAT = 267, NR_PPOLL = 271, NR_ACCEPT4 = 288,
  NR_EVENTFD2 = 290, NR_PROCESS_VM_READV = 310
};

static inline long laglens_syscall(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

#elif defined(__aarch64__)
enum {
  NR_EVENTFD2 = 19, NR_UNLINKAT = 35, NR_OPENAT = 56, NR_CLOSE = 57, NR_GETDENTS64 = 61, NR_READ = 63, NR_WRITE = 64, NR_READV = 65, NR_WRITEV = 66, NR_PREAD64 = 67, NR_PWRITE64 = 68,
  NR_PPOLL = 73, NR_READLINKAT = 78, NR_CLOCK_GETTIME = 113, NR_SCHED_SETAFFINITY = 122, NR_SCHED_GETAFFINITY = 123, NR_SETPRIORITY = 140, NR_GETPRIORITY = 141, NR_GETRUSAGE = 165, NR_PRCTL = 167, NR_GETPID = 172, NR_GETUID = 174, NR_GETTID = 178,
  NR_SOCKET = 198, NR_BIND = 200, NR_LISTEN = 201, NR_SENDTO = 206, NR_RECVFROM = 207, NR_GETSOCKOPT = 209, NR_MUNMAP = 215,
  NR_MMAP = 222, NR_ACCEPT4 = 242, NR_PROCESS_VM_READV = 270
};

static inline long laglens_syscall(long number, long a, long b, long c, long d, long e, long f) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
}

#elif defined(__arm__)
enum {
  NR_READ = 3, NR_WRITE = 4, NR_CLOSE = 6, NR_GETPID = 20, NR_GETRUSAGE = 77, NR_MUNMAP = 91, NR_READV = 145, NR_WRITEV = 146, NR_GETPRIORITY = 96, NR_SETPRIORITY = 97, NR_PRCTL = 172, NR_PREAD64 = 180, NR_PWRITE64 = 181, NR_MMAP = 192 /* mmap2 */,
  NR_GETUID = 199, NR_GETDENTS64 = 217, NR_GETTID = 224, NR_SCHED_SETAFFINITY = 241, NR_SCHED_GETAFFINITY = 242, NR_CLOCK_GETTIME = 263, NR_SOCKET = 281, NR_BIND = 282,
  NR_LISTEN = 284, NR_SENDTO = 290, NR_RECVFROM = 292, NR_GETSOCKOPT = 295, NR_OPENAT = 322, NR_UNLINKAT = 328, NR_READLINKAT = 332, NR_PPOLL = 336,
  NR_EVENTFD2 = 356, NR_ACCEPT4 = 366, NR_PROCESS_VM_READV = 376
};

/* r7 carries the call number, but may be Thumb's frame pointer: it is swapped by hand. */
static inline long laglens_syscall(long number, long a, long b, long c, long d, long e, long f) {
  register long r0 __asm__("r0") = a;
  register long r1 __asm__("r1") = b;
  register long r2 __asm__("r2") = c;
  register long r3 __asm__("r3") = d;
  register long r4 __asm__("r4") = e;
  register long r5 __asm__("r5") = f;
  register long r6 __asm__("r6") = number;
  __asm__ volatile("mov ip, r7\n\tmov r7, %6\n\tsvc 0\n\tmov r7, ip"
                   : "+r"(r0)
                   : "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5), "r"(r6)
                   : "ip", "memory");
  return r0;
}
#else
#error "no system calls for this ABI"
#endif

#endif
