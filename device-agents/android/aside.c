#include "aside.h"

#include "../core/text.h"

/* On main's CPU the agent stops main twice a round: when it wakes up, and when the virtual machine wakes it up with the stack. With an
 * idle CPU the kernel wakes it up there; on a busy machine it stays wherever it was, for as long as it sleeps most of the time. */

enum { ASK_AGAIN_US = 9000, NAME_FIELD = 2, CPU_FIELD = 39 };

/* The CPU that a thread runs on or ran on last: field `processor` of /proc/PID/task/TID/stat, proc(5). -1 unknown. */
static int cpu_of(int tid) {
  char path[64], line[512];
  size_t length = laglens_copy(path, sizeof path, "/proc/self/task/");
  length = laglens_append_number(path, sizeof path, length, (uint32_t)tid);
  laglens_append(path, sizeof path, length, "/stat");
  int fd = laglens_open_read(path);
  if (fd < 0) return -1;
  long got = laglens_read(fd, line, sizeof line - 1);
  laglens_close(fd);
  line[got > 0 ? got : 0] = 0;
  /* The name stands in brackets and may hold anything, a bracket and spaces, too: fields are counted from the last bracket on. */
  const char *at = line;
  for (const char *c = line; *c != 0; c++) at = *c == ')' ? c : at;
  for (int field = NAME_FIELD; field < CPU_FIELD && *at != 0; at++) field += *at == ' ';
  return *at < '0' || *at > '9' ? -1 : (int)laglens_read_number(&at);
}

static bool is_empty(const uint8_t *cpus, long bytes) {
  for (long i = 0; i < bytes; i++) {
    if (cpus[i] != 0) return false;
  }
  return true;
}

void laglens_stand_aside(struct laglens_agent *agent) {
  uint8_t cpus[LAGLENS_CPU_SET_BYTES];
  uint64_t now_us = laglens_now_us();
  int tid = __atomic_load_n(&agent->main->tid, __ATOMIC_ACQUIRE);
  if (tid == 0 || now_us - agent->main_cpu_us < ASK_AGAIN_US) return;
  agent->main_cpu_us = now_us;
  int cpu = cpu_of(tid);
  if (cpu < 0 || cpu == agent->main_cpu || cpu >= 8 * LAGLENS_CPU_SET_BYTES) return;
  /* Wherever main may run the agent may, too: what the system or the user decided for the app holds for both. */
  long bytes = laglens_cpus_of(tid, cpus);
  if (bytes <= cpu / 8) return;
  agent->main_cpu = cpu;
  cpus[cpu / 8] &= (uint8_t)~(1u << cpu % 8);
  if (!is_empty(cpus, bytes)) laglens_keep_on(cpus, (size_t)bytes);
}
