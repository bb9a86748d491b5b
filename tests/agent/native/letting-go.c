/* Main waits for a monitor that another thread holds, which lets it go just when it is walked as the owner: at the n-th such walk. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../device-agents/android/agent.h"
#include "mock_vm.h"

int32_t Agent_OnAttach(laglens_vm vm, char *options, void *reserved);

/* Where the agent is: it asked who owns the monitor, and walked that thread for it. */
static enum { ELSEWHERE, ASKED, WALKED } at;
static int walks, most_walks;
static bool let_go;
static jthread main_ref, holder;
static char monitor, waiting_in, holding_in, gone_in;

static int32_t name_thread(laglens_jvmti env, jthread thread, struct laglens_thread_info *info) {
  (void)env;
  *info = (struct laglens_thread_info){.name = strdup(thread == main_ref ? "main" : thread == holder ? "holder" : "agent")};
  return 0;
}
static int32_t state_of(laglens_jvmti env, jthread thread, int32_t *state) {
  (void)env;
  /* An owner's state is asked between the two. */
  if (thread == main_ref) at = ELSEWHERE;
  *state = thread == main_ref ? THREAD_STATE_BLOCKED_ON_MONITOR_ENTER : THREAD_STATE_RUNNABLE;
  return 0;
}
static int32_t contended(laglens_jvmti env, jthread thread, jobject *object) {
  (void)env;
  *object = thread == main_ref ? (jobject)(void *)&monitor : NULL;
  return 0;
}
static int32_t use_of(laglens_jvmti env, jobject object, struct laglens_monitor_usage *usage) {
  (void)env, (void)object;
  at = at == ELSEWHERE ? ASKED : ELSEWHERE;
  *usage = (struct laglens_monitor_usage){.owner = let_go ? NULL : holder, .waiter_count = 1};
  return 0;
}
static int32_t walk(laglens_jvmti env, jthread thread, int32_t from, int32_t most, struct laglens_frame *frames, int32_t *count) {
  (void)env, (void)from, (void)most;
  if (thread == holder && at == ASKED) {
    at = WALKED;
    let_go = let_go || ++walks >= most_walks;
  } else if (thread == holder) at = ELSEWHERE;
  char *place = thread == main_ref ? &waiting_in : let_go ? &gone_in : &holding_in;
  frames[0] = (struct laglens_frame){(jmethodID)(void *)place, 1};
  *count = 1;
  return 0;
}
static int32_t name_method(laglens_jvmti env, jmethodID method, char **name, char **signature, char **generic) {
  (void)env, (void)generic;
  const char *place = (const char *)(void *)method;
  *name = strdup(place == &waiting_in ? "waits" : place == &holding_in ? "holds" : "goneOn");
  *signature = strdup("()V");
  return 0;
}

/* The youngest thread. */
static jthread begin_thread(laglens_jvmti jvmti, int32_t number) {
  jthread *all = NULL, youngest;
  int32_t count = 0;
  mock_thread_begins();
  if (jvmti_all_threads(jvmti, &count, &all) != ERROR_NONE || count != number) exit(1);
  youngest = all[number - 1];
  free(all);
  return youngest;
}

static void *rest(void *tid) {
  pthread_setname_np(pthread_self(), "main");
  __atomic_store_n((int *)tid, gettid(), __ATOMIC_RELEASE);
  for (;;) pause();
}

/* The kernel's thread of that name, asleep: one that still used its processor would wait for nothing. */
static void begin_kernel_thread(void) {
  static int tid;
  pthread_t thread;
  char path[64], state = 0;
  if (pthread_create(&thread, NULL, rest, &tid) != 0) exit(1);
  while (state != 'S') {
    usleep(1000);
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", __atomic_load_n(&tid, __ATOMIC_ACQUIRE));
    FILE *stat = fopen(path, "r");
    if (stat == NULL) continue;
    if (fscanf(stat, "%*d (%*[^)]) %c", &state) != 1) exit(1);
    fclose(stat);
  }
}

int main(int count, char **arguments) {
  laglens_vm vm = mock_vm();
  laglens_jvmti jvmti = NULL;
  char options[256], line[8];
  if (count < 4 || vm_get_env(vm, (void **)&jvmti, JVMTI_VERSION) != 0) return 1;
  void **slots = (void **)*jvmti - 1;
  slots[JVMTI_GET_THREAD_INFO] = (void *)name_thread;
  slots[JVMTI_GET_THREAD_STATE] = (void *)state_of;
  slots[JVMTI_GET_CURRENT_CONTENDED_MONITOR] = (void *)contended;
  slots[JVMTI_GET_OBJECT_MONITOR_USAGE] = (void *)use_of;
  slots[JVMTI_GET_STACK_TRACE] = (void *)walk;
  slots[JVMTI_GET_METHOD_NAME] = (void *)name_method;
  holder = begin_thread(jvmti, 1);
  main_ref = begin_thread(jvmti, 2);
  begin_kernel_thread();
  most_walks = atoi(arguments[3]);
  snprintf(options, sizeof options, "token=00112233445566778899aabbccddeeff,rand=1,dir=%s,main=main", arguments[2]);
  if (Agent_OnAttach(vm, options, NULL) != 0) return 2;
  setvbuf(stdout, NULL, _IONBF, 0);
  printf("ready\n");
  while (fgets(line, sizeof line, stdin) != NULL) continue;
  return 0;
}
