/* Every 4.5 ms each thread but its own is suspended, its frame pointers are followed for up to 1,024 frames, and it goes on: also a thread
   that waits. The stacks are kept, as ETTrace keeps them until its trace is fetched; here in a ring, so that memory stays bounded.
   Frames are read directly. ETTrace's unwinder reads each of them through the kernel, which costs the loader more than a phone. */
#include "peer.h"

#include <mach.h>
#include <system.h>

enum { PERIOD_US = 4500, FRAMES = 1024, KEPT_WORDS = 1 << 20 };

mach_port_t mach_thread_self(void);
pthread_t pthread_from_mach_thread_np(mach_port_t port);
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

static void look_at(mach_port_t thread) {
  struct laglens_registers registers;
  mach_msg_type_number_t words = LAGLENS_WORDS(registers);
  uintptr_t frames[FRAMES];
  pthread_t pthread = pthread_from_mach_thread_np(thread);
  uintptr_t high = pthread == NULL ? 0 : (uintptr_t)pthread_get_stackaddr_np(pthread);
  unsigned count = 0;
  if (thread_suspend(thread) != KERN_SUCCESS) return;
  if (thread_get_state(thread, LAGLENS_THREAD_STATE, (uint32_t *)&registers, &words) == KERN_SUCCESS) count = walk(&registers, high, frames);
  thread_resume(thread);
  for (unsigned i = 0; i < count; i++) kept[next++ % KEPT_WORDS] = frames[i];
  peer_frames += count;
}

static void look_at_all(mach_port_t self) {
  mach_port_t *threads = NULL;
  mach_msg_type_number_t count = 0;
  if (task_threads(mach_task_self_, &threads, &count) != KERN_SUCCESS) return;
  for (unsigned i = 0; i < count; i++) {
    if (threads[i] != self) look_at(threads[i]);
    mach_port_deallocate(mach_task_self_, threads[i]);
  }
  vm_deallocate(mach_task_self_, (vm_address_t)threads, count * sizeof *threads);
  peer_rounds++;
}

static void *live(void *nothing) {
  mach_port_t self = mach_thread_self();
  pthread_setname_np("peer");
  for (;;) {
    while (!is_on) dispatch_semaphore_wait(waker, DISPATCH_TIME_FOREVER);
    look_at_all(self);
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
