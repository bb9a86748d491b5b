/* An agent beside ours: whoever asks for a stack gets it late, as an agent does that has no processor. All environments share one table of
 * functions. */
#include <sys/mman.h>
#include <time.h>

#include "../../../device-agents/android/vm/jvmti_calls.h"

typedef int32_t get_stack(laglens_jvmti, jthread, int32_t, int32_t, struct laglens_frame *, int32_t *);

enum { LATE_MS = 60 };

static get_stack *really;

static int32_t get_stack_late(laglens_jvmti jvmti, jthread thread, int32_t from, int32_t most, struct laglens_frame *frames, int32_t *count) {
  int32_t error = really(jvmti, thread, from, most, frames, count);
  nanosleep(&(struct timespec){.tv_nsec = LATE_MS * 1000000}, NULL);
  return error;
}

__attribute__((visibility("default"))) int32_t Agent_OnAttach(laglens_vm vm, char *options, void *reserved) {
  laglens_jvmti jvmti;
  (void)options, (void)reserved;
  if (vm_get_env(vm, (void **)&jvmti, JVMTI_VERSION) != 0) return -1;
  void **slot = (void **)*jvmti + JVMTI_GET_STACK_TRACE - 1;
  uintptr_t page = (uintptr_t)slot & ~(uintptr_t)4095;
  if (mprotect((void *)page, 8192, PROT_READ | PROT_WRITE) != 0) return -2;
  really = (get_stack *)*slot;
  *slot = (void *)get_stack_late;
  return 0;
}
