/* thread_info: osfmk/mach/thread_info.h. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kernel.h"
#include "suspension.h"
#include "../dyld/symbols.h"
#include "threads.h"

enum { BASIC_INFO = 3, IDENTIFIER_INFO = 4, EXTENDED_INFO = 5 };
/* osfmk/kern/sched.h: BASEPRI_FOREGROUND, BASEPRI_DEFAULT. */
enum { MAIN_PRIORITY = 47, DEFAULT_PRIORITY = 31 };
enum { TIME_SLICE_NS = 10000000, SIGNAL_NS = 50000 };
enum { STATE_RUNNING = 1, STATE_STOPPED = 2, STATE_WAITING = 3, STATE_UNINTERRUPTIBLE = 4, FLAGS_IDLE = 2 };

struct basic_info {
  struct {
    int32_t seconds, microseconds;
  } user, system;
  int32_t cpu_usage, policy, run_state, flags, suspend_count, sleep_time;
};
struct identifier_info {
  uint64_t thread_id, thread_handle, dispatch_qaddr;
};
struct extended_info {
  uint64_t user_ns, system_ns;
  int32_t cpu_usage, policy, run_state, flags, sleep_time, current_priority, priority, max_priority;
  char name[64];
};

static int kept_file(const struct thread *thread, atomic_int *kept, const char *name) {
  char path[64];
  int file = atomic_load(kept), none = 0;
  if (file > 0) return file;
  snprintf(path, sizeof path, "/proc/self/task/%d/%s", thread->tid, name);
  file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || atomic_compare_exchange_strong(kept, &none, file)) return file;
  close(file);
  return none;
}

/* Where a thread waits: a number made of its system call's arguments, stack pointer and program counter (proc(5)). The call's own number
   is left out: one that goes on after a signal may have another. 0 unknown, or it does not wait. */
static uint64_t waits_at(struct thread *thread) {
  char text[256];
  ssize_t length = pread(kept_file(thread, &thread->call_file, "syscall"), text, sizeof text - 1, 0);
  text[length > 0 ? length : 0] = '\0';
  const char *arguments = strchr(text, ' ');
  if (arguments == NULL) return 0;
  uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */
  for (const char *c = arguments; *c != '\0'; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001b3;
  return hash;
}

/* One that is suspended waits, as xnu parks it (thread_apc_ast, osfmk/kern/thread_act.c), unless the kernel was busy for it. */
char thread_run_state(struct thread *thread) {
  char text[512];
  if (atomic_load(&thread->suspended) > 0 && thread->state_before != 0) return thread->state_before == 'D' ? 'D' : 'S';
  ssize_t length = pread(kept_file(thread, &thread->state_file, "stat"), text, sizeof text - 1, 0);
  text[length > 0 ? length : 0] = '\0';
  const char *name_end = strrchr(text, ')');
  return name_end == NULL || name_end[1] == '\0' ? 'S' : name_end[2];
}

static int32_t run_state(char state) {
  switch (state) {
    case 'R': return STATE_RUNNING;
    case 'D': return STATE_UNINTERRUPTIBLE;
    case 'T': return STATE_STOPPED;
    default: return STATE_WAITING;
  }
}

/* The clock of a thread by its id: the kernel's CPUCLOCK_PERTHREAD_MASK | CPUCLOCK_SCHED. What another thread sees of it in xnu moves
   when the thread leaves its core (recount_thread_times, osfmk/kern/recount.c): here, while it runs, once in a slice of time. What it
   ran to take a signal and to wait again is no time of the app: of a thread that waits where it did, and was suspended since, less than
   that is left out. Any other work is reported, however little: to go from one wait to the next takes less than a signal. While a thread is
   suspended its clock stands still, whatever the signal's handler does. */
static uint64_t cpu_ns(struct thread *thread, char state) {
  struct timespec time = {0};
  clock_gettime((clockid_t)((~(unsigned)thread->tid << 3) | 6), &time);
  uint64_t now_ns = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec, stopped_ns = atomic_load(&thread->stopped_cpu_ns);
  if (stopped_ns != 0 && atomic_load(&thread->suspended) > 0) now_ns = stopped_ns;
  uint64_t suspending_ns = atomic_load(&thread->suspending_cpu_ns), reported_ns = atomic_load(&thread->reported_cpu_ns);
  now_ns -= suspending_ns < now_ns ? suspending_ns : now_ns;
  if (state == 'R') now_ns -= now_ns % TIME_SLICE_NS;
  bool was_running = atomic_exchange(&thread->was_running, state == 'R'), was_suspended = atomic_exchange(&thread->was_suspended, false);
  bool is_suspended = atomic_load(&thread->suspended) > 0;
  uint64_t at = state == 'R' ? 0 : is_suspended ? atomic_load(&thread->waited_at) : waits_at(thread);
  bool stayed = atomic_exchange(&thread->waited_at, at) == at && at != 0;
  if (stayed && !was_running && was_suspended && now_ns < reported_ns + SIGNAL_NS) {
    if (now_ns > reported_ns) atomic_fetch_add(&thread->suspending_cpu_ns, now_ns - reported_ns);
    return reported_ns;
  }
  while (now_ns > reported_ns && !atomic_compare_exchange_weak(&thread->reported_cpu_ns, &reported_ns, now_ns)) continue;
  return now_ns > reported_ns ? now_ns : reported_ns;
}

/* All of it is called user time: Linux's clock of a thread does not distinguish them. */
static void fill_basic(struct thread *thread, struct basic_info *info) {
  char state = thread_run_state(thread);
  uint64_t us = cpu_ns(thread, state) / 1000;
  memset(info, 0, sizeof *info);
  info->user.seconds = (int32_t)(us / 1000000);
  info->user.microseconds = (int32_t)(us % 1000000);
  info->run_state = run_state(state);
  info->suspend_count = atomic_load(&thread->suspended);
}

static void fill_extended(struct thread *thread, struct extended_info *info) {
  char state = thread_run_state(thread);
  memset(info, 0, sizeof *info);
  info->user_ns = cpu_ns(thread, state);
  info->run_state = run_state(state);
  int priority = atomic_load(&thread->priority);
  info->current_priority = info->priority = priority != 0 ? priority : is_main_thread(thread) ? MAIN_PRIORITY : DEFAULT_PRIORITY;
  info->max_priority = 63;
  memcpy(info->name, thread->name, sizeof info->name);
}

static kern_return_t thread_info(mach_port_t port, unsigned flavor, void *out, unsigned *count) {
  struct thread *thread = thread_by_port(port);
  if (thread == NULL) return MACH_SEND_INVALID_DEST;
  static const unsigned words[] = {[BASIC_INFO] = sizeof(struct basic_info) / 4,
                                   [IDENTIFIER_INFO] = sizeof(struct identifier_info) / 4,
                                   [EXTENDED_INFO] = sizeof(struct extended_info) / 4};
  if (flavor < BASIC_INFO || flavor > EXTENDED_INFO || *count < words[flavor]) return KERN_INVALID_ARGUMENT;
  *count = words[flavor];
  if (flavor == BASIC_INFO) fill_basic(thread, out);
  else if (flavor == EXTENDED_INFO) fill_extended(thread, out);
  else *(struct identifier_info *)out = (struct identifier_info){thread->id, (uint64_t)thread, (uint64_t)&thread->queue};
  return KERN_SUCCESS;
}

const struct symbol mach_thread_info_symbols[] = {FUNCTION(thread_info, thread_info), END_OF_SYMBOLS};
