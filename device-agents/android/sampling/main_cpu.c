#include "main_cpu.h"

#include "../../core/text.h"
#include "../../linux/kernel.h"
#include "../../linux/thread_file.h"

/* On main's CPU the agent stops main twice a round: when it wakes up, and when the virtual machine wakes it up with the stack. Where
 * there is an idle CPU the kernel wakes it up there; on a busy machine a thread that mostly sleeps stays wherever it was. */

enum { ASK_AGAIN_US = 25000, NAME_FIELD = 2, CPU_FIELD = 39 };

static struct laglens_thread_file stat; /* main's */

/* The CPU that a thread runs on or ran on last: field `processor` of /proc/PID/task/TID/stat, proc(5). -1 unknown. */
static int cpu_of(int tid) {
  char line[512];
  if (!laglens_read_thread_file(&stat, tid, "stat", line, sizeof line)) return -1;
  const char *number = line;
  if (laglens_read_number(&number) != (uint32_t)tid) {
    laglens_close_thread_file(&stat);
    return -1;
  }
  /* The name stands in brackets and may hold anything, a bracket and spaces, too: fields are counted from the last bracket on. */
  const char *at = line;
  for (const char *c = line; *c != 0; c++) at = *c == ')' ? c : at;
  for (int field = NAME_FIELD; field < CPU_FIELD && *at != 0; at++) field += *at == ' ';
  return *at < '0' || *at > '9' ? -1 : (int)laglens_read_number(&at);
}

void laglens_main_cpu_end(void) { laglens_close_thread_file(&stat); }

static bool is_empty(const uint8_t *cpus, long bytes) {
  for (long i = 0; i < bytes; i++) {
    if (cpus[i] != 0) return false;
  }
  return true;
}

/* Keeps the agent where main may run, `left` excepted (-1: no exception): what the system or the user decided for the app holds. */
static void keep_off(int main, int left) {
  uint8_t cpus[LAGLENS_CPU_SET_BYTES];
  long bytes = laglens_cpus_of(main, cpus);
  if (left >= 0 && left / 8 < bytes) cpus[left / 8] &= (uint8_t)~(1u << left % 8);
  if (bytes > 0 && !is_empty(cpus, bytes)) laglens_keep_on(cpus, (size_t)bytes);
}

static int tid_of_main(const struct laglens_agent *agent) {
  return agent->main == NULL ? 0 : __atomic_load_n(&agent->main->tid, __ATOMIC_ACQUIRE);
}

void laglens_yield_main_cpu(struct laglens_agent *agent) {
  uint64_t now_us = laglens_now_us();
  int main = tid_of_main(agent);
  if (main == 0 || now_us < agent->next_yield_us) return;
  /* It has not left the CPU since: no need to ask, which costs several microseconds. */
  if (agent->left_cpu >= 0 && agent->main_turns != 0 && agent->main_turns == agent->yield_turns) return;
  agent->yield_turns = agent->main_turns;
  agent->next_yield_us = now_us + ASK_AGAIN_US;
  int cpu = cpu_of(main);
  if (cpu < 0 || cpu == agent->left_cpu) return;
  agent->left_cpu = cpu;
  keep_off(main, cpu);
}

void laglens_share_main_cpu(struct laglens_agent *agent, uint32_t after_us) {
  agent->next_yield_us = laglens_now_us() + after_us;
  if (agent->left_cpu >= 0) keep_off(tid_of_main(agent), -1);
  agent->left_cpu = -1;
}
