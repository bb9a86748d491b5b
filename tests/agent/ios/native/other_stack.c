/* An app whose main thread works on a stack that it made itself, as coroutines do. */
#include "../../../../device-agents/ios/darwin/libc.h"

static volatile uint32_t sum;
static uint8_t stack[65536] __attribute__((aligned(16)));

__attribute__((noinline, used)) static void leaf_on_it(void) {
  for (uint32_t i = 0; i < 100000000; i++) sum += i;
}

__attribute__((noinline, used)) static void work_on_it(void) {
  leaf_on_it();
  sum++;
}

int main(void) {
  void *top = stack + sizeof stack;
  for (;;) {
#if defined(__aarch64__)
    __asm__ volatile("mov x19, sp\n\tmov sp, %0\n\tbl _work_on_it\n\tmov sp, x19" ::"r"(top) : "x19", "x30", "memory", "cc", "x0", "x8", "x9");
#else
    __asm__ volatile("movq %%rsp, %%rbx\n\tmovq %0, %%rsp\n\tcallq _work_on_it\n\tmovq %%rbx, %%rsp" ::"r"(top) : "rbx", "rax", "rcx", "memory", "cc");
#endif
  }
}
