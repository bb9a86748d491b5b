/* Attaches the agent with a hook jar, and prints which thread puts it on the boot class path. */
#include <stdio.h>
#include <unistd.h>

#include "../../../device-agents/android/agent.h"
#include "mock_vm.h"

int32_t Agent_OnAttach(laglens_vm vm, char *options, void *reserved);

static int adding_thread, additions;

static int32_t add_to_boot_path(laglens_jvmti env, const char *path) {
  (void)env, (void)path;
  adding_thread = gettid();
  additions++;
  return ERROR_NONE;
}

int main(int count, char **arguments) {
  char options[256];
  laglens_jvmti jvmti = NULL;
  laglens_vm vm = mock_vm();
  vm_get_env(vm, (void **)&jvmti, JVMTI_VERSION);
  ((void **)*jvmti)[JVMTI_ADD_TO_BOOTSTRAP_CLASS_LOADER_SEARCH - 1] = (void *)add_to_boot_path;
  snprintf(options, sizeof options, "token=01020300000000000000000000000000,rand=1,dir=%s,hook=/hook.jar", count > 1 ? arguments[1] : "/tmp");
  if (Agent_OnAttach(vm, options, NULL) != 0) return 1;
  /* The agent's thread is not waited for: what it would do comes later. */
  if (additions != 1) return fprintf(stderr, "%d additions when the attach was over\n", additions), 2;
  if (adding_thread != gettid()) return fprintf(stderr, "the jar was added by another thread\n"), 3;
  return 0;
}
