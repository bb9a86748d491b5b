#include "stacks.h"

#include "../core/text.h"
#include "method_names.h"

/* How many of the outermost frames are those of the path: most stacks share all but their last frames with the one before. */
static uint32_t shared_prefix(const struct laglens_agent *agent, const uint32_t *path, uint32_t length, int32_t count) {
  const struct laglens_stream *stream = &agent->memory->stream;
  uint32_t same = 0;
  while (same < length && (int32_t)same < count) {
    const struct laglens_frame *frame = &agent->memory->frames[count - 1 - (int32_t)same];
    const struct laglens_node *node = &stream->nodes.node[path[same]];
    if (node->pc != (int32_t)frame->location || stream->methods.method[node->method].key != (uintptr_t)frame->method) break;
    same++;
  }
  return same;
}

static uint32_t node_of_frames(struct laglens_agent *agent, laglens_jni jni, int32_t count, uint32_t near) {
  struct laglens_stream *stream = &agent->memory->stream;
  uint32_t *path = agent->memory->path;
  uint32_t same = shared_prefix(agent, path, laglens_node_path(&stream->nodes, near, path), count);
  uint32_t node = same == 0 ? 0 : path[same - 1];
  for (int32_t i = count - 1 - (int32_t)same; i >= 0; i--) {
    const struct laglens_frame *frame = &agent->memory->frames[i];
    uint32_t method = laglens_method_number(agent, jni, frame->method);
    node = laglens_node_of(&stream->nodes, &stream->methods, node, method, (int32_t)frame->location);
  }
  return node;
}

bool laglens_walk(struct laglens_agent *agent, laglens_jni jni, jthread thread, uint32_t near, uint32_t *node) {
  int32_t count = 0;
  uint64_t before_us = laglens_now_us();
  int32_t error = jvmti_stack_trace(agent->jvmti, thread, (int32_t)agent->capture.depth, agent->memory->frames, &count);
  agent->capture.costs.walks++;
  agent->capture.costs.walk_us += laglens_now_us() - before_us;
  /* ART gives this error for a thread without Java frames (openjdkjvmti, ti_stack.cc). */
  if (error == ERROR_ILLEGAL_ARGUMENT) count = 0;
  else if (error != ERROR_NONE) return false;
  *node = node_of_frames(agent, jni, count, near);
  return true;
}

/* ART reports a parked thread as waiting. */
static bool is_parked(const struct laglens_agent *agent, uint32_t node) {
  const struct laglens_stream *stream = &agent->memory->stream;
  const struct laglens_method *method = &stream->methods.method[stream->nodes.node[node].method];
  const char *owner = laglens_string(&stream->strings, method->class_name);
  if (node == 0 || !laglens_equal(laglens_string(&stream->strings, method->name), "park")) return false;
  return laglens_equal(owner, "Lsun/misc/Unsafe;") || laglens_equal(owner, "Ljdk/internal/misc/Unsafe;");
}

uint32_t laglens_state_of(struct laglens_agent *agent, jthread thread, uint32_t node) {
  int32_t state = 0;
  if (jvmti_thread_state(agent->jvmti, thread, &state) != ERROR_NONE) return LAGLENS_RUNNING;
  if (state & THREAD_STATE_SUSPENDED) return LAGLENS_SUSPENDED;
  if (state & THREAD_STATE_BLOCKED_ON_MONITOR_ENTER) return LAGLENS_BLOCKED;
  if (state & THREAD_STATE_SLEEPING) return LAGLENS_SLEEPING;
  if (state & THREAD_STATE_PARKED) return LAGLENS_PARKED;
  if (state & (THREAD_STATE_IN_OBJECT_WAIT | THREAD_STATE_WAITING)) return is_parked(agent, node) ? LAGLENS_PARKED : LAGLENS_WAITING;
  if (state & THREAD_STATE_IN_NATIVE) return LAGLENS_IN_NATIVE;
  return LAGLENS_RUNNING;
}
