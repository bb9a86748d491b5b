#include "walk_suspended.h"

#include "../system/plain_address.h"

/* The thread may hold any lock of the process: of the allocator, of dyld, of the Objective-C runtime. So nothing is called here but the
 * kernel (thread_info, thread_get_state, vm_read_overwrite, thread_resume), whose reply port this thread has had since its first
 * question, and nothing is bound lazily: the library has no lazy pointers. No sanitizer adds calls. Tests check this object file. */

enum { WORD = sizeof(uintptr_t), FRAME_BYTES = 2 * WORD };

/* Between the stack pointer and the high end, all of a stack is there. */
LAGLENS_NEVER_INSTRUMENTED static inline bool read_pair(uintptr_t from, uintptr_t low, uintptr_t high, uintptr_t pair[2]) {
  laglens_size got = 0;
  if (from % WORD != 0) return false;
  if (from >= low && from < high && high - from >= FRAME_BYTES) {
    pair[0] = ((const volatile uintptr_t *)from)[0];
    pair[1] = ((const volatile uintptr_t *)from)[1];
    return true;
  }
  return laglens_sys_vm_read_overwrite(laglens_sys_task_self, from, FRAME_BYTES, (laglens_address)pair, &got) == LAGLENS_KERN_SUCCESS && got == FRAME_BYTES;
}

/* A suspended thread waits. One that does not is still in the kernel, where it goes on until it would come back: when it ends, that
 * frees its stack meanwhile (bsdthread_terminate). */
LAGLENS_NEVER_INSTRUMENTED static inline bool may_lose_stack(const struct laglens_stack *stack, const struct laglens_snapshot *out) {
  return !stack->is_kept && out->info.run_state != LAGLENS_TH_STATE_WAITING;
}

LAGLENS_NEVER_INSTRUMENTED static inline void walk(const struct laglens_stack *stack, uintptr_t *frames, uint32_t capacity, struct laglens_snapshot *out) {
  uintptr_t frame = out->registers.fp, low = out->registers.sp, high = stack->high;
  uintptr_t pair[2];
  /* A stack pointer elsewhere: on a signal's stack, or one that the app made. Nothing there is known to be mapped. */
  if (low < stack->low || low >= stack->high || may_lose_stack(stack, out)) low = high = 0;
  if (!read_pair(out->registers.sp, low, high, out->top)) out->top[0] = out->top[1] = 0;
  while (out->count < capacity && frame != 0 && read_pair(frame, low, high, pair) && pair[1] != 0) {
    uintptr_t next = laglens_plain_address(pair[0]);
    frames[out->count++] = pair[1];
    /* The stack grows downwards, so callers lie above: a chain that goes down is broken, or a ring. */
    if (next <= frame) break;
    frame = next;
  }
}

/* Between arm64e threads the kernel signs all of these (xnu, machine_thread_state_convert_to_user). */
LAGLENS_NEVER_INSTRUMENTED static inline void make_plain(struct laglens_registers *registers) {
  registers->pc = laglens_plain_address(registers->pc);
  registers->sp = laglens_plain_address(registers->sp);
  registers->fp = laglens_plain_address(registers->fp);
#if defined(__aarch64__)
  registers->lr = laglens_plain_address(registers->lr);
#endif
}

LAGLENS_NEVER_INSTRUMENTED static inline bool read_thread(laglens_port thread, struct laglens_snapshot *out) {
  laglens_word_count words = LAGLENS_WORDS(out->info);
  out->has_info = laglens_sys_thread_info(thread, LAGLENS_THREAD_BASIC_INFO, (uint32_t *)&out->info, &words) == LAGLENS_KERN_SUCCESS;
  if (!out->has_info || out->info.run_state == LAGLENS_TH_STATE_HALTED) return false;
  words = LAGLENS_WORDS(out->registers);
  if (laglens_sys_thread_get_state(thread, LAGLENS_THREAD_STATE, (uint32_t *)&out->registers, &words) != LAGLENS_KERN_SUCCESS) return false;
  make_plain(&out->registers);
  return true;
}

LAGLENS_NEVER_INSTRUMENTED
bool laglens_snapshot(laglens_port thread, const struct laglens_stack *stack, uintptr_t *frames, uint32_t capacity, struct laglens_snapshot *out) {
  out->count = 0;
  if (laglens_sys_thread_suspend(thread) != LAGLENS_KERN_SUCCESS) return false;
  bool is_there = read_thread(thread, out);
  if (is_there) walk(stack, frames, capacity, out);
  laglens_sys_thread_resume(thread);
  return is_there;
}
