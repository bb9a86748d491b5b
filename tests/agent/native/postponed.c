/* One thread, sampled by a clock and a CPU time of ours: argument by argument a sample as `TIME:CPU:STATE:FRAME` in microseconds, with the
 * state as jvmtiThreadState. Writes after each sample the begin, state and node of the thread's open run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The agent's own round stays as it is linked: `sample_thread` is what is tested here. */
#define laglens_round laglens_round_of_test
#include "../../../device-agents/android/sampling/sampler.c"

#include "one_thread.h"

static char methods[8];
static struct {
  uint64_t at_us, cpu_us;
} now;

uint64_t __wrap_laglens_now_us(void);
uint64_t __wrap_laglens_now_us(void) { return now.at_us; }
bool __wrap_laglens_thread_cpu(int tid, struct laglens_cpu_time *out);
bool __wrap_laglens_thread_cpu(int tid, struct laglens_cpu_time *out) {
  (void)tid;
  *out = (struct laglens_cpu_time){.us = now.cpu_us, .ns = now.cpu_us * 1000};
  return true;
}

int main(int arguments, char **argument) {
  struct laglens_agent *agent = &laglens_agent;
  struct laglens_thread *thread = calloc(1, sizeof *thread);
  laglens_jni jni;
  if (one_thread_begins(agent, &jni) == NULL) return 1;
  agent->capture.interval_us = 5000;
  thread->tid = thread->id = 1;
  for (int i = 1; i < arguments; i++) {
    unsigned frame;
    if (sscanf(argument[i], "%lu:%lu:%x:%u", &now.at_us, &now.cpu_us, (unsigned *)&one_thread.state, &frame) != 4 || frame >= sizeof methods) return 2;
    char *method = &methods[frame];
    one_thread.frames = &method;
    one_thread.count = 1;
    sample_thread(agent, jni, thread);
    printf("%lu %u %u\n", thread->run.open ? thread->run.begin_us : 0, thread->run.state, thread->run.node);
  }
  free(thread);
  return 0;
}
