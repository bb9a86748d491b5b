/* Every 4.5 ms each thread but its own is suspended, its frame pointers are followed for up to 1,024 frames, and it goes on: also a thread
   that waits. The stacks are kept, as ETTrace keeps them until its trace is fetched; here in a ring, so that memory stays bounded.
   Frames are read directly. ETTrace's unwinder reads each of them through the kernel, which costs the loader more than a phone. */
#include "peer.h"

#include <mach.h>
#include <system.h>

enum { PERIOD_US = 4500, FRAMES = 1024, KEPT_WORDS = 1 << 20 };

laglens_port mach_thread_self(void);
pthread_t pthread_from_mach_thread_np(laglens_port port);
void *pthread_get_stackaddr_np(pthread_t thread);

volatile uint64_t peer_rounds, peer_frames;
static dispatch_semaphore_t waker;
static volatile unsigned is_on;
static uintptr_t kept[KEPT_WORDS];
static uint32_t next;

static unsigned walk(const struct laglens_registers *registers, uintptr_t high, uintptr_t *frames) {
  uintptr_t frame = registers->fp, low = registers->sp;
  unsigned count = 0;
  frames[count++] = registers->pc;
  while (count < FRAMES && frame % sizeof frame == 0 && frame >= low && frame + 2 * sizeof frame <= high) {
    const uintptr_t *pair = (const uintptr_t *)frame;
    if (pair[1] == 0) break;
    frames[count++] = pair[1];
    low = frame + 1;
    frame = pair[0];
  }
  return count;
}

static void sample_thread(laglens_port thread) {
  struct laglens_registers registers;
  laglens_word_count words = LAGLENS_WORDS(registers);
  uintptr_t frames[FRAMES];
  pthread_t pthread = pthread_from_mach_thread_np(thread);
  uintptr_t high = pthread == NULL ? 0 : (uintptr_t)pthread_get_stackaddr_np(pthread);
  unsigned count = 0;
  if (laglens_sys_thread_suspend(thread) != LAGLENS_KERN_SUCCESS) return;
  if (laglens_sys_thread_get_state(thread, LAGLENS_THREAD_STATE, (uint32_t *)&registers, &words) == LAGLENS_KERN_SUCCESS) count = walk(&registers, high, frames);
  laglens_sys_thread_resume(thread);
  for (unsigned i = 0; i < count; i++) kept[next++ % KEPT_WORDS] = frames[i];
  peer_frames += count;
}

static void sample_all(laglens_port self) {
  laglens_port *threads = NULL;
  laglens_word_count count = 0;
  if (laglens_sys_task_threads(laglens_sys_task_self, &threads, &count) != LAGLENS_KERN_SUCCESS) return;
  for (unsigned i = 0; i < count; i++) {
    if (threads[i] != self) sample_thread(threads[i]);
    laglens_sys_mach_port_deallocate(laglens_sys_task_self, threads[i]);
  }
  laglens_sys_vm_deallocate(laglens_sys_task_self, (laglens_address)threads, count * sizeof *threads);
  peer_rounds++;
}

static void *live(void *nothing) {
  laglens_port self = mach_thread_self();
  pthread_setname_np("peer");
  for (;;) {
    while (!is_on) dispatch_semaphore_wait(waker, DISPATCH_TIME_FOREVER);
    sample_all(self);
    usleep(PERIOD_US);
  }
  return nothing;
}

void peer_begin(void) {
  pthread_t thread;
  waker = dispatch_semaphore_create(0);
  if (pthread_create(&thread, NULL, live, NULL) == 0) pthread_detach(thread);
}

void peer_switch(unsigned on) {
  is_on = on;
  if (on) dispatch_semaphore_signal(waker);
}
