#include "kernel_tids.h"

#include "../../core/system.h"
#include "../../core/text.h"
#include "../../linux/kernel.h"
#include "../agent.h"
#include "art_tids.h"

enum { COMM_LENGTH = 15 }; /* TASK_COMM_LEN without its NUL */

static void read_comm(int tid, char *comm) {
  char path[64];
  size_t at = laglens_copy(path, sizeof path, "/proc/self/task/");
  at = laglens_append_number(path, sizeof path, at, (uint32_t)tid);
  laglens_append(path, sizeof path, at, "/comm");
  comm[0] = 0;
  int fd = laglens_open_read(path);
  if (fd < 0) return;
  long got = laglens_read(fd, comm, COMM_LENGTH + 1);
  laglens_close(fd);
  comm[got > 0 ? got - 1 : 0] = 0; /* the last byte is a line feed */
}

/* All threads of this process; gives how many, or 0 when there are too many to be sure of anything. */
static int list_tasks(struct laglens_agent *agent) {
  struct laglens_task *tasks = agent->memory->tasks;
  char *entries = agent->memory->file;
  int count = 0;
  int fd = laglens_open_read("/proc/self/task");
  if (fd < 0) return 0;
  for (long got; (got = laglens_getdents(fd, entries, sizeof agent->memory->file)) > 0;) {
    for (long at = 0; at < got;) {
      /* struct linux_dirent64: u64 inode, s64 offset, u16 record length, u8 type, name */
      uint16_t length = (uint16_t)((uint8_t)entries[at + 16] | (uint8_t)entries[at + 17] << 8);
      const char *name = entries + at + 19;
      at += length;
      if (*name < '0' || *name > '9') continue;
      if (count == LAGLENS_TASKS) {
        laglens_close(fd);
        return 0;
      }
      tasks[count].tid = (int)laglens_read_number(&name);
      read_comm(tasks[count].tid, tasks[count].comm);
      count++;
    }
  }
  laglens_close(fd);
  return count;
}

/* What a virtual machine gives the kernel as the name of a thread. Most cut it at 15 bytes; ART takes the last 15 of a name with
 * a dot and without an at-sign (SetThreadName in art/runtime/utils.cc). */
static void comm_of(const struct laglens_agent *agent, const char *name, char *comm) {
  size_t length = laglens_length(name);
  bool dot = false, at = false;
  for (const char *c = name; *c != 0; c++) dot |= *c == '.', at |= *c == '@';
  const char *from = agent->is_art && length >= COMM_LENGTH && dot && !at ? name + length - COMM_LENGTH : name;
  size_t i = 0;
  for (; i < COMM_LENGTH && from[i] != 0; i++) comm[i] = from[i];
  comm[i] = 0;
}

static bool is_live(const struct laglens_thread *slot) { return __atomic_load_n(&slot->state, __ATOMIC_ACQUIRE) == LAGLENS_SLOT_LIVE; }
static int tid_of(const struct laglens_thread *slot) { return __atomic_load_n(&slot->tid, __ATOMIC_ACQUIRE); }

static bool is_taken(const struct laglens_agent *agent, int tid) {
  for (int i = 0; i < LAGLENS_THREADS; i++) {
    const struct laglens_thread *slot = &agent->memory->threads.slots[i];
    if (is_live(slot) && tid_of(slot) == tid) return true;
  }
  return false;
}

/* The only task of this name that nobody has and that is not `except`; 0 when there is none, or more than one. */
static int unique_task(const struct laglens_agent *agent, int count, const char *comm, int except) {
  int found = 0;
  for (int i = 0; i < count; i++) {
    const struct laglens_task *task = &agent->memory->tasks[i];
    if (task->tid == except || !laglens_equal(task->comm, comm) || is_taken(agent, task->tid)) continue;
    if (found != 0) return 0;
    found = task->tid;
  }
  return found;
}

bool laglens_tids_known(const struct laglens_agent *agent) {
  for (uint32_t i = 0; i < laglens_threads_used(agent); i++) {
    const struct laglens_thread *slot = &agent->memory->threads.slots[i];
    if (is_live(slot) && tid_of(slot) == 0) return false;
  }
  return true;
}

static int threads_that_want(const struct laglens_agent *agent, const char *comm) {
  int wanting = 0;
  for (int i = 0; i < LAGLENS_THREADS; i++) {
    const struct laglens_thread *slot = &agent->memory->threads.slots[i];
    char other[COMM_LENGTH + 1];
    if (!is_live(slot) || tid_of(slot) != 0) continue;
    comm_of(agent, slot->name, other);
    wanting += laglens_equal(other, comm);
  }
  return wanting;
}

void laglens_find_kernel_tids(struct laglens_agent *agent, laglens_jni jni) {
  laglens_read_art_tids(agent, jni);
  if (laglens_tids_known(agent)) return;
  int count = list_tasks(agent);
  for (int i = 0; i < LAGLENS_THREADS; i++) {
    struct laglens_thread *slot = &agent->memory->threads.slots[i];
    char comm[COMM_LENGTH + 1];
    if (!is_live(slot) || tid_of(slot) != 0) continue;
    comm_of(agent, slot->name, comm);
    int tid = threads_that_want(agent, comm) == 1 ? unique_task(agent, count, comm, 0) : 0;
    if (tid == 0 && slot == agent->main && !agent->is_art) {
      /* A java launcher runs main on a second thread that keeps the program's own name; the first one only waits for it. */
      read_comm(laglens_getpid(), comm);
      tid = unique_task(agent, count, comm, laglens_getpid());
    }
    if (tid != 0) __atomic_store_n(&slot->tid, tid, __ATOMIC_RELEASE);
  }
}
