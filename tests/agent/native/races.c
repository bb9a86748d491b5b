/* 64 threads of an app begin, wait and end while a host attaches the agent, listens a while and detaches it, again and again. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "../../../device-agents/android/agent.h"
#include "greet.h"
#include "mock_vm.h"

enum { THREADS = 64, ROUNDS = 20, LISTENED_BYTES = 20000 };

int32_t Agent_OnAttach(laglens_vm vm, char *options, void *reserved);

static uint32_t over;

/* The agent maps by a system call of its own, which the sanitizer cannot see: old accesses would be held against a new mapping. */
void *__wrap_laglens_map(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}
void __wrap_laglens_unmap(void *memory, size_t bytes) { munmap(memory, bytes); }

static void *live(void *number) {
  uintptr_t seed = (uintptr_t)number;
  while (__atomic_load_n(&over, __ATOMIC_RELAXED) == 0) {
    mock_thread_begins();
    for (uintptr_t i = 0; i < 1 + seed % 3; i++) mock_thread_lives();
    rest((long)(200 + 300 * (seed % 7)));
    mock_thread_ends();
    seed = seed * 1103515245u + 12345u;
  }
  return NULL;
}

/* Listens to some of the stream while the agent is attached once more, then says detach and waits for the end. */
static bool be_host(laglens_vm vm, char *options, const char *path) {
  static const uint8_t detach[] = {1, LAGLENS_MSG_DETACH};
  uint8_t bytes[1024];
  int fd = connect_to_path(path);
  bool served = fd >= 0 && say_hello(fd) && answer_challenge(fd);
  served = served && Agent_OnAttach(vm, options, NULL) == 0;
  for (ssize_t got, all = 0; served && all < LISTENED_BYTES; all += got) {
    if ((got = recv(fd, bytes, sizeof bytes, 0)) <= 0) served = false;
  }
  served = served && write(fd, detach, sizeof detach) == (ssize_t)sizeof detach;
  while (served && recv(fd, bytes, sizeof bytes, 0) > 0) continue;
  close(fd);
  return served;
}

int main(int count, char **arguments) {
  pthread_t threads[THREADS];
  const char *folder = count > 1 ? arguments[1] : "/tmp";
  laglens_vm vm = mock_vm();
  for (uintptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, live, (void *)(i + 1));
  int failed = 0;
  for (int round = 0; round < ROUNDS && failed == 0; round++) {
    char options[256], path[108];
    snprintf(options, sizeof options, "token=01020300000000000000000000000000,rand=%d,dir=%s,interval=1000", round, folder);
    snprintf(path, sizeof path, "%s/laglens-%d-%d.sock", folder, getpid(), round);
    if (Agent_OnAttach(vm, options, NULL) != 0 || !be_host(vm, options, path)) failed = round + 1;
  }
  if (failed != 0) return fprintf(stderr, "round %d\n", failed), failed;
  while (__atomic_load_n(&laglens_agent.phase, __ATOMIC_ACQUIRE) != LAGLENS_ASLEEP) rest(1000);
  __atomic_store_n(&over, 1, __ATOMIC_RELAXED);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  /* Every flight ended, so nothing is kept. */
  return laglens_agent.memory == NULL && laglens_agent.in_flight == 0 ? 0 : 100;
}
