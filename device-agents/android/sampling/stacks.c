#include "stacks.h"

#include "../../core/text.h"
#include "../vm/method_names.h"
#include "full_tables.h"

/* Object.wait() calls two more of its name, on any version. */
enum { WAIT_FRAMES_MOST = 3 };

enum { MONITOR_ENTER = 0xC2 }; /* monitorenter */

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

/* ART 10 and later write a line into the app's log each time they are asked for the stack of a thread without Java frames
 * (openjdkjvmti, ti_stack.cc, GetStackTrace); how many frames there are can be asked in silence. */
static bool has_no_frames(struct laglens_agent *agent, const struct laglens_thread *thread) {
  int32_t frames = 0;
  if (!agent->is_art || (thread->run.node != 0 && !thread->was_empty)) return false;
  return jvmti_frame_count(agent->jvmti, thread->ref, &frames) == ERROR_NONE && frames == 0;
}

bool laglens_walk(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread, uint32_t *node) {
  int32_t count = 0;
  uint64_t before_us = laglens_now_us();
  int32_t error = ERROR_NONE;
  if (!has_no_frames(agent, thread)) {
    error = jvmti_stack_trace(agent->jvmti, thread->ref, (int32_t)agent->capture.depth, agent->memory->frames, &count);
  }
  agent->capture.costs.walks++;
  agent->capture.costs.walk_us += laglens_now_us() - before_us;
  /* ART gives this error for a thread without Java frames (openjdkjvmti, ti_stack.cc). */
  if (error == ERROR_ILLEGAL_ARGUMENT) count = 0;
  else if (error != ERROR_NONE) return false;
  if (count == 0) thread->was_empty = true;
  *node = node_of_frames(agent, jni, count, thread->run.node);
  if (laglens_full_tables_begin_again(agent)) *node = node_of_frames(agent, jni, count, 0);
  return true;
}

static bool is_past_monitor_enter(struct laglens_agent *agent, jmethodID id, int32_t pc) {
  uint8_t *code = NULL;
  int32_t bytes = 0;
  if (pc <= 0 || jvmti_bytecodes(agent->jvmti, id, &bytes, &code) != ERROR_NONE) return false;
  bool is_past = pc < bytes && code[pc - 1] == MONITOR_ENTER && code[pc] != MONITOR_ENTER;
  jvmti_free(agent->jvmti, code);
  return is_past;
}

uint32_t laglens_node_at_lock(struct laglens_agent *agent, uint32_t node) {
  struct laglens_stream *stream = &agent->memory->stream;
  struct laglens_node top = stream->nodes.node[node];
  if (!agent->reads_code || top.method == 0) return node;
  jmethodID id = (jmethodID)stream->methods.method[top.method].key;
  if (!is_past_monitor_enter(agent, id, top.pc)) return node;
  uint32_t at_lock = laglens_node_of(&stream->nodes, &stream->methods, top.parent, top.method, top.pc - 1);
  /* The table is full. */
  return at_lock == top.parent ? node : at_lock;
}

static bool is_frame(const struct laglens_agent *agent, uint32_t node, const char *owner, const char *name) {
  const struct laglens_stream *stream = &agent->memory->stream;
  const struct laglens_method *method = &stream->methods.method[stream->nodes.node[node].method];
  if (node == 0 || !laglens_equal(laglens_string(&stream->strings, method->name), name)) return false;
  return laglens_equal(laglens_string(&stream->strings, method->class_name), owner);
}

bool laglens_parks_by_waiting(const struct laglens_agent *agent, uint32_t node) {
  const struct laglens_node *nodes = agent->memory->stream.nodes.node;
  uint32_t waits = 0;
  for (; waits < WAIT_FRAMES_MOST && is_frame(agent, node, "Ljava/lang/Object;", "wait"); waits++) node = nodes[node].parent;
  return waits > 0 && is_frame(agent, node, "Ljava/lang/Thread;", "parkFor$");
}

/* ART reports a parked thread as waiting. */
static bool is_parked(const struct laglens_agent *agent, uint32_t node) {
  if (is_frame(agent, node, "Lsun/misc/Unsafe;", "park") || is_frame(agent, node, "Ljdk/internal/misc/Unsafe;", "park")) return true;
  return laglens_parks_by_waiting(agent, node);
}

uint32_t laglens_state_of(struct laglens_agent *agent, jthread thread, uint32_t node) {
  int32_t state = 0;
  if (jvmti_thread_state(agent->jvmti, thread, &state) != ERROR_NONE) return LAGLENS_RUNNING;
  if (state & THREAD_STATE_SUSPENDED) return LAGLENS_SUSPENDED;
  if (state & THREAD_STATE_BLOCKED_ON_MONITOR_ENTER) return LAGLENS_BLOCKED;
  /* Before the waits: an ART may call native code waiting as well. */
  if (state & THREAD_STATE_IN_NATIVE) return LAGLENS_IN_NATIVE;
  if (state & THREAD_STATE_SLEEPING) return LAGLENS_SLEEPING;
  if (state & THREAD_STATE_PARKED) return LAGLENS_PARKED;
  if (state & THREAD_STATE_IN_OBJECT_WAIT) return is_parked(agent, node) ? LAGLENS_PARKED : LAGLENS_WAITING;
  /* ART waits so for itself: for a garbage collection, a checkpoint, another thread that loads a library. */
  if (state & THREAD_STATE_WAITING) return LAGLENS_IN_RUNTIME;
  return LAGLENS_RUNNING;
}
