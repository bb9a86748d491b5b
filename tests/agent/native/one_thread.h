/* One Java thread of a mocked virtual machine: its state and stack are what the test says. Programs include it once. */
#ifndef TESTS_ONE_THREAD_H
#define TESTS_ONE_THREAD_H

#include "../../../device-agents/android/agent.h"
#include "../../../device-agents/android/attach/memory.h"
#include "mock_vm.h"

static struct {
  int32_t state; /* as jvmtiThreadState */
  char **frames; /* ids of methods, the innermost first */
  int32_t count;
} one_thread;

static int32_t one_thread_state(laglens_jvmti env, jthread thread, int32_t *state) {
  (void)env, (void)thread;
  *state = one_thread.state;
  return ERROR_NONE;
}
static int32_t one_thread_stack(laglens_jvmti env, jthread thread, int32_t from, int32_t most, struct laglens_frame *out, int32_t *given) {
  (void)env, (void)thread, (void)from, (void)most;
  for (int32_t i = 0; i < one_thread.count; i++) out[i] = (struct laglens_frame){(jmethodID)one_thread.frames[i], 0};
  *given = one_thread.count;
  return ERROR_NONE;
}

/* The agent is in the machine, and walks up to 16 frames. Returns its JVMTI functions, which may be replaced by their numbers less one; NULL
 * without memory. */
static void **one_thread_begins(struct laglens_agent *agent, laglens_jni *jni) {
  laglens_vm vm = mock_vm();
  vm_get_env(vm, (void **)&agent->jvmti, JVMTI_VERSION);
  vm_get_env(vm, (void **)jni, JNI_VERSION);
  void **table = (void **)*agent->jvmti;
  table[JVMTI_GET_THREAD_STATE - 1] = (void *)one_thread_state;
  table[JVMTI_GET_STACK_TRACE - 1] = (void *)one_thread_stack;
  agent->capture.depth = 16;
  return laglens_take_memory(agent) ? table : NULL;
}

#endif
