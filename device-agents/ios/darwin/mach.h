/* Mach, as libSystem offers it: declared by hand, with no SDK. Layouts: osfmk/mach of xnu. */
#ifndef LAGLENS_DARWIN_MACH_H
#define LAGLENS_DARWIN_MACH_H

#include <stdint.h>

#include "label.h"

typedef int laglens_kern_return;
typedef uint32_t laglens_port;
typedef uint32_t laglens_word_count; /* counts words of 32 bits */
typedef uintptr_t laglens_address, laglens_size;

enum { LAGLENS_KERN_SUCCESS = 0 };

extern laglens_port laglens_sys_task_self LAGLENS_SYSTEM(mach_task_self_);

/* mach/thread_act.h, mach/task.h */
laglens_kern_return laglens_sys_task_threads(laglens_port task, laglens_port **threads, laglens_word_count *count) LAGLENS_SYSTEM(task_threads);
laglens_kern_return laglens_sys_task_info(laglens_port task, uint32_t flavor, uint32_t *info, laglens_word_count *words) LAGLENS_SYSTEM(task_info);
laglens_kern_return laglens_sys_thread_suspend(laglens_port thread) LAGLENS_SYSTEM(thread_suspend);
laglens_kern_return laglens_sys_thread_resume(laglens_port thread) LAGLENS_SYSTEM(thread_resume);
laglens_kern_return laglens_sys_thread_get_state(laglens_port thread, int flavor, uint32_t *state, laglens_word_count *words) LAGLENS_SYSTEM(thread_get_state);
laglens_kern_return laglens_sys_thread_info(laglens_port thread, uint32_t flavor, uint32_t *info, laglens_word_count *words) LAGLENS_SYSTEM(thread_info);
laglens_kern_return laglens_sys_mach_port_deallocate(laglens_port task, laglens_port name) LAGLENS_SYSTEM(mach_port_deallocate);

/* mach/vm_map.h */
laglens_kern_return laglens_sys_vm_allocate(laglens_port task, laglens_address *address, laglens_size size, int flags) LAGLENS_SYSTEM(vm_allocate);
laglens_kern_return laglens_sys_vm_deallocate(laglens_port task, laglens_address address, laglens_size size) LAGLENS_SYSTEM(vm_deallocate);
laglens_kern_return laglens_sys_vm_read_overwrite(laglens_port task, laglens_address from, laglens_size size, laglens_address to,
                                                  laglens_size *got) LAGLENS_SYSTEM(vm_read_overwrite);
laglens_kern_return laglens_sys_vm_protect(laglens_port task, laglens_address address, laglens_size size, int set_maximum,
                                           int protection) LAGLENS_SYSTEM(vm_protect);
enum { LAGLENS_VM_FLAGS_ANYWHERE = 1, LAGLENS_VM_PROT_READ = 1, LAGLENS_VM_PROT_WRITE = 2, LAGLENS_VM_PROT_COPY = 16 };

/* mach/mach_time.h */
struct laglens_sys_mach_timebase_info {
  uint32_t numer, denom;
};
uint64_t laglens_sys_mach_absolute_time(void) LAGLENS_SYSTEM(mach_absolute_time);
uint64_t laglens_sys_mach_continuous_time(void) LAGLENS_SYSTEM(mach_continuous_time); /* goes on while the device sleeps */
laglens_kern_return laglens_sys_mach_timebase_info(struct laglens_sys_mach_timebase_info *info) LAGLENS_SYSTEM(mach_timebase_info);

/* mach/thread_info.h */
enum { LAGLENS_THREAD_BASIC_INFO = 3, LAGLENS_THREAD_IDENTIFIER_INFO = 4, LAGLENS_THREAD_EXTENDED_INFO = 5 };
enum {
  LAGLENS_TH_STATE_RUNNING = 1,
  LAGLENS_TH_STATE_STOPPED = 2,
  LAGLENS_TH_STATE_WAITING = 3,
  LAGLENS_TH_STATE_UNINTERRUPTIBLE = 4,
  LAGLENS_TH_STATE_HALTED = 5
};
enum { LAGLENS_TH_FLAGS_IDLE = 2 };

struct laglens_sys_mach_time_value {
  int32_t seconds, microseconds;
};
struct laglens_sys_thread_basic_info {
  struct laglens_sys_mach_time_value user_time, system_time;
  int32_t cpu_usage, policy, run_state, flags, suspend_count, sleep_time;
};
struct laglens_sys_thread_identifier_info {
  uint64_t thread_id, thread_handle;
  uint64_t dispatch_qaddr; /* where the thread keeps the queue that it serves */
};
struct laglens_sys_thread_extended_info {
  uint64_t user_time_ns, system_time_ns;
  int32_t cpu_usage, policy, run_state, flags, sleep_time, current_priority, priority, max_priority;
  char name[64];
};
#define LAGLENS_WORDS(type) ((laglens_word_count)(sizeof(type) / sizeof(uint32_t)))

/* mach/task_info.h: the begin of task_vm_info, up to what its first revision added. */
enum { LAGLENS_TASK_VM_INFO = 22 };
#pragma pack(push, 4)
struct laglens_sys_task_vm_info {
  uint64_t virtual_size;
  int32_t region_count, page_size;
  uint64_t sizes[16]; /* resident, device, internal, external, reusable, purgeable, compressed, with their peaks */
  uint64_t phys_footprint;
};
#pragma pack(pop)
_Static_assert(sizeof(struct laglens_sys_task_vm_info) == 38 * 4, "TASK_VM_INFO_REV1_COUNT");

/* mach/arm/_structs.h, mach/i386/_structs.h: without pointer authentication in the types, which is how the kernel fills them. */
#if defined(__aarch64__)
enum { LAGLENS_THREAD_STATE = 6 /* ARM_THREAD_STATE64 */ };
struct laglens_registers {
  uint64_t x[29], fp, lr, sp, pc;
  uint32_t cpsr, flags;
};
#else
enum { LAGLENS_THREAD_STATE = 4 /* x86_THREAD_STATE64 */ };
struct laglens_registers {
  uint64_t rax, rbx, rcx, rdx, rdi, rsi, fp /* rbp */, sp /* rsp */, r8_to_r15[8], pc /* rip */, flags, cs, fs, gs;
};
#endif

#endif
