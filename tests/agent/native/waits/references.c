/* A wait whose report is refused again and again, as the stream is full, then taken. Writes how many weak references there are at the end of
 * each: while it is refused, reported, over. */
#include <stdio.h>

#include "../../../../device-agents/android/attach/memory.h"
#include "../../../../device-agents/android/waits/waits.h"
#include "../mock_vm.h"

enum { CHECKS = 100, BEGIN_US = 50000 };

static int held;

static void *new_weak(laglens_jni env, void *object) {
  (void)env;
  held++;
  return object;
}

static void delete_weak(laglens_jni env, void *object) {
  (void)env, (void)object;
  held--;
}

static int32_t contended_monitor(laglens_jvmti env, void *thread, void **monitor) {
  static char object;
  (void)env, (void)thread;
  *monitor = &object;
  return ERROR_NONE;
}

static void fill(struct laglens_stream *stream) {
  do {
    laglens_begin(&stream->writer, LAGLENS_MSG_STRING);
    laglens_put(&stream->writer, 1);
    laglens_put_text(&stream->writer, "");
  } while (laglens_stream_send(stream, true));
}

int main(void) {
  struct laglens_agent *agent = &laglens_agent;
  laglens_jni jni;
  laglens_vm vm = mock_vm();
  vm_get_env(vm, (void **)&agent->jvmti, JVMTI_VERSION);
  vm_get_env(vm, (void **)&jni, JNI_VERSION);
  ((void **)*jni)[JNI_NEW_WEAK_GLOBAL_REF] = (void *)new_weak;
  ((void **)*jni)[JNI_DELETE_WEAK_GLOBAL_REF] = (void *)delete_weak;
  ((void **)*agent->jvmti)[JVMTI_GET_CURRENT_CONTENDED_MONITOR - 1] = (void *)contended_monitor;
  if (!laglens_take_memory(agent)) return 1;
  struct laglens_thread *thread = &agent->memory->threads.slots[0];
  agent->main = thread;
  agent->can[LAGLENS_CAN_LOCK_EVENTS] = agent->can[LAGLENS_CAN_CONTENDED] = agent->watching = true;
  agent->watch_us = 1;
  thread->id = thread->wait.turn = 1;
  thread->wait.kind = LAGLENS_WAIT_MONITOR;
  thread->wait.begin_us = laglens_now_us() - BEGIN_US;
  struct laglens_stream *stream = &agent->memory->stream;
  fill(stream);
  for (int i = 0; i < CHECKS; i++) laglens_waits_check(agent, jni, thread, true);
  printf("%d\n", held);
  laglens_ring_clear(&stream->ring);
  laglens_waits_check(agent, jni, thread, true);
  printf("%s %d\n", thread->reported_wait.announced ? "reported" : "refused", held);
  thread->wait.turn++;
  laglens_waits_check(agent, jni, thread, true);
  printf("%d\n", held);
  return 0;
}
