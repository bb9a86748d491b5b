#include "blocking.h"

#include "../../core/text.h"
#include "../../core/wire_schema.h"
#include "../agent.h"
#include "../darwin/libc.h"
#include "../dyld/hooks.h"
#include "../link/app_folder.h"
#include "../sampling/stacks.h"
#include "../system/plain_address.h"
#include "lock_owners.h"

enum { LEAST_US = 1000 };
#define IN_SHARED_CACHE 0x80000000u

static bool rebinds, is_on;
static uint32_t own_port(void) { return laglens_sys_pthread_mach_thread_np(laglens_sys_pthread_self()); }

void laglens_blocking_watch(bool on) {
  if (on) laglens_lock_owners_forget();
  __atomic_store_n(&is_on, on, __ATOMIC_RELAXED);
}

bool laglens_blocking_is_watched(void) { return __atomic_load_n(&is_on, __ATOMIC_RELAXED) && own_port() != laglens_agent.own_port; }

/* Only images of the app are rebound: in its folder, and not this one, unless that is the app itself. */
void laglens_blocking_rebind(const struct laglens_sys_mach_header *header, intptr_t slide) {
  if (!rebinds || laglens_is_agents_image(header) || (header->flags & IN_SHARED_CACHE) != 0) return;
  for (uint32_t i = 0; i < laglens_sys_dyld_image_count(); i++) {
    if (laglens_sys_dyld_get_image_header(i) != header) continue;
    const char *path = laglens_sys_dyld_get_image_name(i);
    if (path != NULL && laglens_is_of_app(path)) laglens_rebind(header, slide, laglens_hooks, LAGLENS_HOOKS);
    return;
  }
}

void laglens_blocking_begin(void) { rebinds = true; }

/* The thread's own stack, from the caller of the hook outwards. Nothing is read on a stack that the system did not make (of a
 * signal, of a coroutine): what follows on it need not be mapped. */
LAGLENS_NEVER_INSTRUMENTED static uint32_t walk_own(const uintptr_t *frame, uintptr_t *frames) {
  laglens_pthread self = laglens_sys_pthread_self();
  uintptr_t high = (uintptr_t)laglens_sys_pthread_get_stackaddr_np(self), low = high - laglens_sys_pthread_get_stacksize_np(self);
  uint32_t depth = 0;
  if ((uintptr_t)frame < low) return 0;
  while (depth < LAGLENS_BLOCKING_DEPTH && (uintptr_t)frame < high - 2 * sizeof *frame && frame[1] != 0) {
    const uintptr_t *next = (const uintptr_t *)laglens_plain_address(frame[0]);
    frames[depth++] = frame[1];
    if (next <= frame || (uintptr_t)next % sizeof *frame != 0) break;
    frame = next;
  }
  return depth;
}

void laglens_address_text(uint64_t address, char text[LAGLENS_ADDRESS_BYTES]) {
  static const char digits[] = "0123456789abcdef";
  laglens_copy(text, LAGLENS_ADDRESS_BYTES, "0x0000000000000000");
  for (int i = 0; i < 16; i++) text[17 - i] = digits[address >> 4 * i & 15];
}

static void describe(const struct laglens_wait *wait, char *text, size_t capacity) {
  char path[LAGLENS_PATH_MAX];
  text[0] = 0;
  switch (wait->object_kind) {
    case LAGLENS_ADDRESS: laglens_address_text(wait->object, text); break;
    case LAGLENS_TEXT: laglens_copy(text, capacity, (const char *)wait->object); break;
    case LAGLENS_FILE:
      if (laglens_sys_fcntl((int)wait->object, LAGLENS_F_GETPATH, path) == 0) laglens_copy(text, capacity, path);
      break;
    default: break;
  }
}

struct laglens_wait laglens_lock_wait_begins(uint32_t function, const void *lock) {
  struct laglens_wait wait = laglens_wait_begins(function, LAGLENS_ADDRESS, (uintptr_t)lock);
  wait.owner_port = laglens_lock_owner(lock);
  wait.place = laglens_open_wait_begins(&laglens_agent.waits, own_port(), function, (uintptr_t)lock, wait.begin_us);
  return wait;
}

void laglens_lock_wait_ends(const struct laglens_wait *wait, const uintptr_t *frame) {
  laglens_blocking_note(wait, frame);
  laglens_open_wait_ends(wait->place);
}

struct laglens_wait laglens_wait_begins(uint32_t function, uint32_t kind, uintptr_t object) {
  return (struct laglens_wait){.function = function, .object_kind = kind, .object = object, .begin_us = laglens_now_us()};
}

void laglens_blocking_note(const struct laglens_wait *wait, const uintptr_t *frame) {
  uint64_t end_us = laglens_now_us();
  if (end_us - wait->begin_us < LEAST_US) return;
  struct laglens_blocking_ring *ring = &laglens_agent.memory->blocking;
  struct laglens_blocking_call *call = laglens_blocking_cell(ring);
  int error = *laglens_sys_error();
  if (call == NULL) return;
  call->begin_us = wait->begin_us;
  call->end_us = end_us;
  call->port = own_port();
  call->owner_port = wait->owner_port;
  call->function = wait->function;
  call->depth = walk_own(frame, call->frames);
  describe(wait, call->object, sizeof call->object);
  laglens_blocking_put(ring, call);
  *laglens_sys_error() = error;
}

static void report(struct laglens_agent *agent, const struct laglens_blocking_call *call) {
  struct laglens_stream *stream = &agent->memory->stream;
  struct laglens_writer *writer = &stream->writer;
  const struct laglens_thread *thread = laglens_thread_of(agent, call->port);
  const struct laglens_thread *owner = call->owner_port == 0 ? NULL : laglens_thread_of(agent, call->owner_port);
  if (thread == NULL || !thread->reported) return;
  uint32_t node = laglens_node_of_frames(agent, call->frames, call->depth, false, 0);
  uint32_t function = laglens_intern(&stream->strings, laglens_hooks[call->function].name);
  uint32_t object = laglens_intern(&stream->strings, call->object);
  if (!laglens_report_string(stream, function) || !laglens_report_string(stream, object) || !laglens_report_node(stream, node)) return;
  laglens_begin(writer, LAGLENS_MSG_BLOCKING_CALL);
  laglens_put(writer, thread->id);
  laglens_put_time(writer, call->begin_us);
  laglens_put_time(writer, call->end_us);
  laglens_put_node(writer, node);
  laglens_put(writer, function);
  laglens_put(writer, object);
  laglens_put(writer, owner == NULL || owner == thread ? 0 : owner->id);
  laglens_stream_send(stream, true);
}

void laglens_blocking_report(struct laglens_agent *agent) {
  struct laglens_blocking_ring *ring = &agent->memory->blocking;
  struct laglens_blocking_call *call;
  uint32_t at = 0;
  while ((call = laglens_blocking_take(ring, &at)) != NULL) {
    if (agent->capture.connected) report(agent, call);
    laglens_blocking_free(ring, call);
  }
  agent->memory->stream.messages_lost += __atomic_exchange_n(&ring->lost, 0, __ATOMIC_RELAXED);
}
