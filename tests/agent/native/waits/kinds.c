/* Waits of main as their events and samples come: the event of a park is the one of Object.wait, and a sample may be of what was before.
 * Writes the kind of the wait as reported, `-` before it is. */
#include <stdio.h>
#include <stdlib.h>

#include "../../../../device-agents/android/attach/memory.h"
#include "../../../../device-agents/android/waits/waits.h"
#include "../mock_vm.h"

enum { BEFORE_US = 60000, BEGIN_US = 50000 };

static struct laglens_thread *main_thread;
static uint64_t now_us;

static void sampled(uint32_t state, uint64_t ago_us) {
  main_thread->run = (struct laglens_run){.open = true, .state = state, .begin_us = now_us - ago_us, .seen_us = now_us - ago_us};
}

static void waits(uint32_t kind) {
  now_us = laglens_now_us();
  main_thread->reported_wait = (struct laglens_reported_wait){0};
  main_thread->wait.kind = kind;
  main_thread->wait.begin_us = now_us - BEGIN_US;
  main_thread->wait.turn += 2;
}

static void check(laglens_jni jni) {
  laglens_waits_check(&laglens_agent, jni, main_thread, true);
  if (main_thread->reported_wait.announced) printf("%u", main_thread->reported_wait.kind);
  else printf("-");
}

/* The sample before the wait, and one of it. */
static void begin(laglens_jni jni, uint32_t kind, uint32_t before, uint32_t then) {
  waits(kind);
  sampled(before, BEFORE_US);
  check(jni);
  sampled(then, 0);
  check(jni);
  printf("\n");
}

int main(void) {
  struct laglens_agent *agent = &laglens_agent;
  laglens_jni jni;
  laglens_vm vm = mock_vm();
  vm_get_env(vm, (void **)&agent->jvmti, JVMTI_VERSION);
  vm_get_env(vm, (void **)&jni, JNI_VERSION);
  if (!laglens_take_memory(agent)) return 1;
  main_thread = &agent->memory->threads.slots[0];
  main_thread->id = main_thread->wait.turn = 1;
  agent->main = main_thread;
  agent->can[LAGLENS_CAN_LOCK_EVENTS] = agent->watching = true;
  agent->options.waits = LAGLENS_WAITS_OF_ALL;
  agent->watch_us = 1;
  laglens_waits_choose(agent);
  begin(jni, LAGLENS_WAIT_OBJECT, LAGLENS_RUNNING, LAGLENS_PARKED);
  begin(jni, LAGLENS_WAIT_OBJECT, LAGLENS_RUNNING, LAGLENS_WAITING);
  begin(jni, LAGLENS_WAIT_OBJECT, LAGLENS_IN_NATIVE, LAGLENS_PARKED);
  begin(jni, LAGLENS_WAIT_OBJECT, LAGLENS_PARKED, LAGLENS_WAITING);
  begin(jni, LAGLENS_WAIT_OBJECT, LAGLENS_WAITING, LAGLENS_PARKED);
  begin(jni, LAGLENS_WAIT_MONITOR, LAGLENS_PARKED, LAGLENS_BLOCKED);
  /* Nothing is sampled, as in a full stream. */
  waits(LAGLENS_WAIT_OBJECT);
  main_thread->run.open = false;
  check(jni);
  printf("\n");
  return 0;
}
