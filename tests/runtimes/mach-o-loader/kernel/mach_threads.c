/* Suspending threads and reading their registers. A thread is suspended by a signal, in whose handler it waits: its registers are
   those that the kernel kept for the handler. Mach's own signatures are in osfmk/mach/thread_act.defs and task.defs. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../census.h"
#include "kernel.h"
#include "suspension.h"
#include "../dyld/symbols.h"
#include "threads.h"
#include "upper_bits.h"

enum { SUSPEND_SIGNAL = SIGUSR2, X86_THREAD_STATE64 = 4, ARM_THREAD_STATE64 = 6, CHECK_AGAIN_NS = 100000000 };

/* What was asked is answered before `suspended` is read, and asked only after that was raised: who has seen its answer knows
   that the thread will not go on before it is let go. `changes` grows with each of both: a thread that is let go and suspended
   again, before it has woken up, has to answer again. */
static uint64_t own_cpu_ns(void) {
  struct timespec time = {0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void on_suspend(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)info;
  int error = errno;
  uint64_t before_ns = own_cpu_ns();
  struct thread *thread = thread_self();
  atomic_store(&thread->stopped_cpu_ns, before_ns);
  for (;;) {
    unsigned changes = atomic_load(&thread->changes);
    thread->context = context;
    atomic_store(&thread->answered, atomic_load(&thread->asked));
    wake_word(&thread->answered, 1 << 30);
    if (atomic_load(&thread->suspended) <= 0) break;
    wait_on_word(&thread->changes, changes, 0);
  }
  atomic_store(&thread->stopped_cpu_ns, 0);
  atomic_fetch_add(&thread->suspending_cpu_ns, own_cpu_ns() - before_ns);
  atomic_store(&thread->was_suspended, true);
  errno = error;
}

void suspension_begin(void) {
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART};
  action.sa_sigaction = on_suspend;
  sigemptyset(&action.sa_mask);
  sigaction(SUSPEND_SIGNAL, &action, NULL);
}

static void change(struct thread *thread) {
  atomic_fetch_add(&thread->changes, 1);
  wake_word(&thread->changes, 1);
}

static kern_return_t stop(struct thread *thread) {
  int tid = thread->tid;
  atomic_fetch_add(&thread->suspended, 1);
  unsigned number = atomic_fetch_add(&thread->asked, 1) + 1;
  change(thread);
  bool is_there = tid != 0 && syscall(SYS_tgkill, getpid(), tid, SUSPEND_SIGNAL) == 0;
  for (unsigned answer; is_there && (int)((answer = atomic_load(&thread->answered)) - number) < 0;) {
    wait_on_word(&thread->answered, answer, monotonic_ns() + CHECK_AGAIN_NS);
    is_there = syscall(SYS_tgkill, getpid(), tid, 0) == 0;
  }
  if (is_there) return KERN_SUCCESS;
  atomic_fetch_sub(&thread->suspended, 1);
  return MACH_SEND_INVALID_DEST;
}

static void go_on(struct thread *thread) {
  atomic_fetch_sub(&thread->suspended, 1);
  change(thread);
}

static kern_return_t thread_suspend(mach_port_t port) {
  struct thread *thread = thread_by_port(port);
  if (thread == NULL) return MACH_SEND_INVALID_DEST;
  char state = thread_run_state(thread);
  kern_return_t result = stop(thread);
  if (result != KERN_SUCCESS) return result;
  thread->state_before = state;
  thread->suspended_since_ns = monotonic_ns();
  census_suspended();
  return KERN_SUCCESS;
}

static kern_return_t thread_resume(mach_port_t port) {
  struct thread *thread = thread_by_port(port);
  if (thread == NULL) return MACH_SEND_INVALID_DEST;
  if (atomic_load(&thread->suspended) <= 0) return KERN_FAILURE;
  census_resumed(monotonic_ns() - thread->suspended_since_ns);
  go_on(thread);
  return KERN_SUCCESS;
}

#if defined(__x86_64__)

/* rax, rbx, rcx, rdx, rdi, rsi, rbp, rsp, r8 … r15, rip, rflags, cs, fs, gs */
static unsigned fill_state(int flavor, const ucontext_t *context, uint64_t *state) {
  static const int order[] = {REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RDI, REG_RSI, REG_RBP, REG_RSP, REG_R8,
                              REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP, REG_EFL};
  if (flavor != X86_THREAD_STATE64) return 0;
  memset(state, 0, 21 * sizeof *state);
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) state[i] = (uint64_t)context->uc_mcontext.gregs[order[i]];
  return 42;
}

#else

/* x0 … x28, fp, lr, sp, pc, cpsr */
static unsigned fill_state(int flavor, const ucontext_t *context, uint64_t *state) {
  if (flavor != ARM_THREAD_STATE64) return 0;
  memcpy(state, context->uc_mcontext.regs, 31 * sizeof *state);
  for (int i = 29; i <= 30; i++) state[i] = signed_register(state[i]);
  state[31] = signed_register(context->uc_mcontext.sp);
  state[32] = signed_register(context->uc_mcontext.pc);
  state[33] = (uint32_t)context->uc_mcontext.pstate;
  return 68;
}

#endif

static kern_return_t thread_get_state(mach_port_t port, int flavor, uint32_t *state, unsigned *count) {
  struct thread *thread = thread_by_port(port);
  uint64_t words[34];
  if (thread == NULL) return MACH_SEND_INVALID_DEST;
  /* The kernel stops a running thread for the time of the reading. */
  bool running = atomic_load(&thread->suspended) <= 0;
  if (running && stop(thread) != KERN_SUCCESS) return MACH_SEND_INVALID_DEST;
  unsigned filled = fill_state(flavor, thread->context, words);
  if (running) go_on(thread);
  if (filled == 0 || *count < filled) return KERN_INVALID_ARGUMENT;
  memcpy(state, words, filled * sizeof *state);
  *count = filled;
  return KERN_SUCCESS;
}

struct port_list {
  mach_port_t *ports;
  unsigned count;
};

static void add_port(struct thread *thread, void *context) {
  struct port_list *list = context;
  list->ports[list->count++] = atomic_load(&thread->port);
  census_port_given();
}

/* The list is to be given back by vm_deallocate, and each port by mach_port_deallocate. */
static kern_return_t task_threads(mach_port_t task, mach_port_t **ports, unsigned *count) {
  (void)task;
  struct port_list list = {.ports = vm_pages(MAX_THREADS * sizeof(mach_port_t))};
  if (list.ports == NULL) return KERN_NO_SPACE;
  threads_each(add_port, &list);
  *ports = list.ports;
  *count = list.count;
  return KERN_SUCCESS;
}

static mach_port_t mach_thread_self(void) {
  census_port_given();
  return atomic_load(&thread_self()->port);
}

static kern_return_t mach_port_deallocate(mach_port_t task, mach_port_t port) {
  (void)task;
  if (port != TASK_SELF && port != HOST_SELF) census_port_returned();
  return KERN_SUCCESS;
}

const struct symbol mach_thread_symbols[] = {
    FUNCTION(thread_suspend, thread_suspend),
    FUNCTION(thread_resume, thread_resume),
    FUNCTION(thread_get_state, thread_get_state),
    FUNCTION(task_threads, task_threads),
    FUNCTION(mach_thread_self, mach_thread_self),
    FUNCTION(mach_port_deallocate, mach_port_deallocate),
    END_OF_SYMBOLS,
};
