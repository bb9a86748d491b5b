/* Two threads that are older than the agent, of one name: whose waits does the agent hear of? Writes each change to MonitorWait as `all` or `main`. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "../../../../device-agents/android/agent.h"
#include "../greet.h"
#include "../mock_vm.h"

int32_t Agent_OnAttach(laglens_vm vm, char *options, void *reserved);

typedef int32_t set_event(laglens_jvmti, int32_t, int32_t, jthread);
static set_event *really;
static uint32_t changes;

static int32_t note_event(laglens_jvmti env, int32_t on, int32_t event, jthread thread) {
  int32_t error = really(env, on, event, thread);
  if (event == EVENT_MONITOR_WAIT) {
    printf("%s %s\n", on ? "+" : "-", thread == NULL ? "all" : "main");
    __atomic_fetch_add(&changes, 1, __ATOMIC_RELEASE);
  }
  return error;
}

static pthread_barrier_t begun, waits;

static void *be_other(void *nothing) {
  mock_thread_begins();
  pthread_barrier_wait(&begun);
  pthread_barrier_wait(&waits);
  mock_thread_lives();
  pthread_barrier_wait(&waits);
  return nothing;
}

/* The agent says something at least each 50 ms: so its stream is a clock. */
static bool listen_until(int fd, uint32_t count) {
  uint8_t bytes[1024];
  while (__atomic_load_n(&changes, __ATOMIC_ACQUIRE) < count) {
    if (recv(fd, bytes, sizeof bytes, 0) <= 0) return false;
  }
  return true;
}

int main(int count, char **arguments) {
  static const uint8_t detach[] = {1, LAGLENS_MSG_DETACH};
  const char *folder = count > 1 ? arguments[1] : "/tmp";
  char options[256], path[108];
  pthread_t other;
  uint8_t bytes[1024];
  laglens_jvmti jvmti = NULL;
  laglens_vm vm = mock_vm();
  vm_get_env(vm, (void **)&jvmti, JVMTI_VERSION);
  void **slot = (void **)*jvmti + JVMTI_SET_EVENT_NOTIFICATION_MODE - 1;
  really = (set_event *)*slot;
  *slot = (void *)note_event;
  setvbuf(stdout, NULL, _IONBF, 0);
  pthread_barrier_init(&begun, NULL, 2);
  pthread_barrier_init(&waits, NULL, 2);
  pthread_create(&other, NULL, be_other, NULL);
  pthread_barrier_wait(&begun);
  mock_thread_begins();
  snprintf(options, sizeof options, "token=01020300000000000000000000000000,rand=1,dir=%s,main=mock", folder);
  snprintf(path, sizeof path, "%s/laglens-%d-1.sock", folder, getpid());
  if (Agent_OnAttach(vm, options, NULL) != 0) return 1;
  int fd = connect_to_path(path);
  if (fd < 0 || !say_hello(fd) || !answer_challenge(fd)) return 2;
  /* Everybody's: neither is known by its kernel id yet. */
  if (!listen_until(fd, 1)) return 3;
  printf("both wait\n");
  pthread_barrier_wait(&waits);
  mock_thread_lives();
  pthread_barrier_wait(&waits);
  if (!listen_until(fd, 3)) return 4;
  printf("the host leaves\n");
  if (write(fd, detach, sizeof detach) != (ssize_t)sizeof detach) return 5;
  while (recv(fd, bytes, sizeof bytes, 0) > 0) continue;
  while (__atomic_load_n(&laglens_agent.phase, __ATOMIC_ACQUIRE) != LAGLENS_ASLEEP) rest(1000);
  return 0;
}
