/* An agent beside ours: the next thread that asks for another thread's local storage stands still in there, as one does that a debugger
 * stopped. It connects to the socket that the options name, and goes on when a byte comes. All environments share one table of functions. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../../../device-agents/android/vm/jvmti_calls.h"

typedef int32_t get_local(laglens_jvmti, jthread, void **);

static get_local *really;
static uint32_t to_stall = 1;
static char path[100];

static void stand_still(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  char byte;
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  strcpy(address.sun_path, path);
  if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) perror("stall");
  while (read(fd, &byte, 1) < 0 && errno == EINTR) continue;
  close(fd);
}

static int32_t get_local_later(laglens_jvmti jvmti, jthread thread, void **data) {
  if (thread != NULL && __atomic_exchange_n(&to_stall, 0, __ATOMIC_ACQ_REL) != 0) stand_still();
  return really(jvmti, thread, data);
}

__attribute__((visibility("default"))) int32_t Agent_OnAttach(laglens_vm vm, char *options, void *reserved) {
  laglens_jvmti jvmti;
  (void)reserved;
  snprintf(path, sizeof path, "%s", options);
  if (vm_get_env(vm, (void **)&jvmti, JVMTI_VERSION) != 0) return -1;
  void **slot = (void **)*jvmti + JVMTI_GET_THREAD_LOCAL_STORAGE - 1;
  uintptr_t page = (uintptr_t)slot & ~(uintptr_t)4095;
  if (mprotect((void *)page, 8192, PROT_READ | PROT_WRITE) != 0) return -2;
  really = (get_local *)*slot;
  *slot = (void *)get_local_later;
  return 0;
}
