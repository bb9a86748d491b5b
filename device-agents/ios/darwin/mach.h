/* Mach, as libSystem offers it: declared by hand, with no SDK. Layouts: osfmk/mach of xnu. */
#ifndef LAGLENS_DARWIN_MACH_H
#define LAGLENS_DARWIN_MACH_H

#include <stdint.h>

typedef int kern_return_t;
typedef uint32_t mach_port_t;
typedef uint32_t mach_msg_type_number_t; /* counts words of 32 bits */
typedef uintptr_t vm_address_t, vm_size_t;

enum { KERN_SUCCESS = 0 };

extern mach_port_t mach_task_self_;

/* mach/thread_act.h, mach/task.h */
kern_return_t task_threads(mach_port_t task, mach_port_t **threads, mach_msg_type_number_t *count);
kern_return_t task_info(mach_port_t task, uint32_t flavor, uint32_t *info, mach_msg_type_number_t *words);
kern_return_t thread_suspend(mach_port_t thread);
kern_return_t thread_resume(mach_port_t thread);
kern_return_t thread_get_state(mach_port_t thread, int flavor, uint32_t *state, mach_msg_type_number_t *words);
kern_return_t thread_info(mach_port_t thread, uint32_t flavor, uint32_t *info, mach_msg_type_number_t *words);
kern_return_t mach_port_deallocate(mach_port_t task, mach_port_t name);

/* mach/vm_map.h */
kern_return_t vm_allocate(mach_port_t task, vm_address_t *address, vm_size_t size, int flags);
kern_return_t vm_deallocate(mach_port_t task, vm_address_t address, vm_size_t size);
kern_return_t vm_read_overwrite(mach_port_t task, vm_address_t from, vm_size_t size, vm_address_t to, vm_size_t *got);
kern_return_t vm_protect(mach_port_t task, vm_address_t address, vm_size_t size, int set_maximum, int protection);
enum { VM_FLAGS_ANYWHERE = 1, VM_PROT_READ = 1, VM_PROT_WRITE = 2, VM_PROT_COPY = 16 };

/* mach/mach_time.h */
struct mach_timebase_info {
  uint32_t numer, denom;
};
uint64_t mach_absolute_time(void);
uint64_t mach_continuous_time(void); /* goes on while the device sleeps */
kern_return_t mach_timebase_info(struct mach_timebase_info *info);

/* mach/thread_info.h */
enum { THREAD_BASIC_INFO = 3, THREAD_IDENTIFIER_INFO = 4, THREAD_EXTENDED_INFO = 5 };
enum { TH_STATE_RUNNING = 1, TH_STATE_STOPPED = 2, TH_STATE_WAITING = 3, TH_STATE_UNINTERRUPTIBLE = 4, TH_STATE_HALTED = 5, TH_FLAGS_IDLE = 2 };

struct mach_time_value {
  int32_t seconds, microseconds;
};
struct thread_basic_info {
  struct mach_time_value user_time, system_time;
  int32_t cpu_usage, policy, run_state, flags, suspend_count, sleep_time;
};
struct thread_identifier_info {
  uint64_t thread_id, thread_handle;
  uint64_t dispatch_qaddr; /* where the thread keeps the queue that it serves */
};
struct thread_extended_info {
  uint64_t user_time_ns, system_time_ns;
  int32_t cpu_usage, policy, run_state, flags, sleep_time, current_priority, priority, max_priority;
  char name[64];
};
#define LAGLENS_WORDS(type) ((mach_msg_type_number_t)(sizeof(type) / sizeof(uint32_t)))

/* mach/task_info.h: the begin of task_vm_info, up to what its first revision added. */
enum { TASK_VM_INFO = 22 };
#pragma pack(push, 4)
struct task_vm_info {
  uint64_t virtual_size;
  int32_t region_count, page_size;
  uint64_t sizes[16]; /* resident, device, internal, external, reusable, purgeable, compressed, with their peaks */
  uint64_t phys_footprint;
};
#pragma pack(pop)
_Static_assert(sizeof(struct task_vm_info) == 38 * 4, "TASK_VM_INFO_REV1_COUNT");

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
