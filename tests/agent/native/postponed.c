/* One thread, sampled by a clock and a CPU time of ours: argument by argument a sample as `TIME:CPU:STATE:FRAME` in microseconds, with the
 * state as jvmtiThreadState. Writes after each sample the begin, state and node of the thread's open run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The agent's own round stays as it is linked: `sample_thread` is what is tested here. */
#define laglens_round laglens_round_of_test
#include "../../../device-agents/android/sampling/sampler.c"

#include "../../../device-agents/android/attach/memory.h"
#include "mock_vm.h"

static char methods[8];
static struct {
  uint64_t at_us, cpu_us;
  int32_t state;
  uint32_t frame;
} now;

uint64_t __wrap_laglens_now_us(void);
uint64_t __wrap_laglens_now_us(void) { return now.at_us; }
bool __wrap_laglens_thread_cpu(int tid, struct laglens_cpu_time *out);
bool __wrap_laglens_thread_cpu(int tid, struct laglens_cpu_time *out) {
  (void)tid;
  *out = (struct laglens_cpu_time){.us = now.cpu_us, .ns = now.cpu_us * 1000};
  return true;
}

static int32_t thread_state(laglens_jvmti env, jthread thread, int32_t *state) {
  (void)env, (void)thread;
  *state = now.state;
  return ERROR_NONE;
}
static int32_t stack_trace(laglens_jvmti env, jthread thread, int32_t from, int32_t most, struct laglens_frame *out, int32_t *given) {
  (void)env, (void)thread, (void)from, (void)most;
  out[0] = (struct laglens_frame){(jmethodID)&methods[now.frame], 0};
  *given = 1;
  return ERROR_NONE;
}

int main(int arguments, char **argument) {
  struct laglens_agent *agent = &laglens_agent;
  struct laglens_thread *thread = calloc(1, sizeof *thread);
  laglens_jni jni;
  laglens_vm vm = mock_vm();
  vm_get_env(vm, (void **)&agent->jvmti, JVMTI_VERSION);
  vm_get_env(vm, (void **)&jni, JNI_VERSION);
  void **table = (void **)*agent->jvmti;
  table[JVMTI_GET_THREAD_STATE - 1] = (void *)thread_state;
  table[JVMTI_GET_STACK_TRACE - 1] = (void *)stack_trace;
  agent->capture.depth = 16;
  agent->capture.interval_us = 5000;
  thread->tid = thread->id = 1;
  if (!laglens_take_memory(agent)) return 1;
  for (int i = 1; i < arguments; i++) {
    if (sscanf(argument[i], "%lu:%lu:%x:%u", &now.at_us, &now.cpu_us, (unsigned *)&now.state, &now.frame) != 4 || now.frame >= sizeof methods) return 2;
    sample_thread(agent, jni, thread);
    printf("%lu %u %u\n", thread->run.open ? thread->run.begin_us : 0, thread->run.state, thread->run.node);
  }
  free(thread);
  return 0;
}
