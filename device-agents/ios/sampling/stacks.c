#include "stacks.h"

#include "../system/plain_address.h"
#include "prologue.h"
#include "walk_suspended.h"

/* What comes off a return address to be within the call: the length of a call on arm64, one byte elsewhere. */
#if defined(__aarch64__)
enum { CALL_BYTES = 4 };
#else
enum { CALL_BYTES = 1 };
#endif

uint32_t laglens_state_of(const struct laglens_sys_thread_basic_info *info) {
  /* By somebody else: whoever is suspended waits, too. */
  if (info->suspend_count > 0) return LAGLENS_SUSPENDED;
  switch (info->run_state) {
    case LAGLENS_TH_STATE_STOPPED: return LAGLENS_SUSPENDED;
    case LAGLENS_TH_STATE_WAITING: return LAGLENS_IN_KERNEL;
    case LAGLENS_TH_STATE_UNINTERRUPTIBLE: return LAGLENS_IN_KERNEL_FOR_GOOD;
    default: return (info->flags & LAGLENS_TH_FLAGS_IDLE) != 0 ? LAGLENS_IN_KERNEL : LAGLENS_RUNNING;
  }
}

struct laglens_cpu_time laglens_cpu_of(const struct laglens_sys_thread_basic_info *info) {
  uint64_t seconds = (uint64_t)(info->user_time.seconds + info->system_time.seconds);
  uint64_t us = seconds * 1000000u + (uint64_t)(info->user_time.microseconds + info->system_time.microseconds);
  return (struct laglens_cpu_time){.ns = us * 1000, .us = us};
}

/* Code of loaded images is there and never changes; nothing else is read. */
LAGLENS_NEVER_INSTRUMENTED static bool read_code(const void *context, uintptr_t from, void *to, uintptr_t bytes) {
  const struct laglens_images *images = context;
  uint32_t image = laglens_image_at(images, from);
  if (image == 0 || images->image[image - 1].end - from < bytes) return false;
  for (uintptr_t i = 0; i < bytes; i++) ((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
  return true;
}

/* The caller that is in no frame, 0 when it is in one. */
static uintptr_t loose_caller(const struct laglens_images *images, const struct laglens_snapshot *shot) {
#if defined(__aarch64__)
  bool is_loose = laglens_arm64_caller(read_code, images, shot->registers.pc) == LAGLENS_CALLER_IN_LINK;
  return is_loose ? shot->registers.lr : 0;
#else
  enum laglens_caller caller = laglens_x86_64_caller(read_code, images, shot->registers.pc);
  if (caller == LAGLENS_CALLER_IN_LINK) return shot->top[0];
  return caller == LAGLENS_CALLER_ON_STACK ? shot->top[1] : 0;
#endif
}

static uint64_t address_of(const struct laglens_images *images, const struct laglens_node *node) {
  uint32_t image = node->method & ~LAGLENS_NATIVE;
  return laglens_node_offset(node) + (image == 0 ? 0 : (uint64_t)images->image[image - 1].slide);
}

/* How many of the outermost places are those of the path: most stacks share all but their last frames with the one before. */
static uint32_t shared_prefix(struct laglens_agent *agent, const uintptr_t *places, uint32_t count, uint32_t near) {
  const struct laglens_nodes *nodes = &agent->memory->stream.nodes;
  uint32_t length = laglens_node_path(nodes, near, agent->memory->path), same = 0;
  while (same < length && same < count) {
    const struct laglens_node *node = &nodes->node[agent->memory->path[same]];
    if (address_of(&agent->memory->images, node) != places[count - 1 - same]) break;
    same++;
  }
  return same;
}

static uint32_t node_of_places(struct laglens_agent *agent, const uintptr_t *places, uint32_t count, uint32_t near) {
  struct laglens_nodes *nodes = &agent->memory->stream.nodes;
  const struct laglens_images *images = &agent->memory->images;
  uint32_t same = shared_prefix(agent, places, count, near);
  uint32_t node = same == 0 ? 0 : agent->memory->path[same - 1];
  for (uint32_t i = count - same; i > 0; i--) {
    uint32_t image = laglens_image_at(images, places[i - 1]);
    uint64_t offset = image == 0 ? places[i - 1] : (uint64_t)places[i - 1] - (uint64_t)images->image[image - 1].slide;
    node = laglens_native_node_of(nodes, node, image, offset);
  }
  return node;
}

/* A large app fills the table of stacks: it begins again, and nothing of what is open ends. */
static bool full_tables_begin_again(struct laglens_agent *agent) {
  if (!laglens_tables_are_due(&agent->capture)) return false;
  for (uint32_t i = 0; i < laglens_threads_used(); i++) {
    struct laglens_thread *thread = &agent->memory->threads[i];
    laglens_run_pause(&agent->memory->stream, &thread->run, thread->id);
  }
  laglens_start_tables_over(&agent->capture);
  return true;
}

uint32_t laglens_node_of_frames(struct laglens_agent *agent, const uintptr_t *frames, uint32_t count, bool leaf, uint32_t near) {
  const struct laglens_images *images = &agent->memory->images;
  uintptr_t *places = agent->memory->places;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    uintptr_t place = i == 0 && leaf ? frames[0] : laglens_plain_address(frames[i]) - CALL_BYTES;
    /* The agent's hooks are no part of the app. */
    if (place < images->own_begin || place >= images->own_end) places[kept++] = place;
  }
  uint32_t node = node_of_places(agent, places, kept, near);
  return full_tables_begin_again(agent) ? node_of_places(agent, places, kept, 0) : node;
}

bool laglens_walk(struct laglens_agent *agent, struct laglens_thread *thread, struct laglens_sample *sample) {
  struct laglens_costs *costs = &agent->capture.costs;
  struct laglens_snapshot shot;
  /* Two places are kept free: for where the thread stands, and for a caller that is in no frame. */
  uintptr_t *frames = agent->memory->frames, *first = frames + 2;
  uint32_t depth = agent->capture.depth, capacity = depth < LAGLENS_DEPTH ? depth - 1 : LAGLENS_DEPTH - 2;
  struct laglens_stack stack = {.low = thread->stack_low, .high = thread->stack_high, .is_kept = (thread->flags & LAGLENS_THREAD_MAIN) != 0};
  uint64_t before_us = laglens_now_us();
  bool is_there = laglens_snapshot(thread->port, &stack, first, capacity, &shot);
  sample->at_us = laglens_now_us();
  costs->walks++;
  costs->walk_us += sample->at_us - before_us;
  if (!is_there) return false;
  uintptr_t caller = loose_caller(&agent->memory->images, &shot);
  if (caller != 0) *--first = caller;
  *--first = (uintptr_t)shot.registers.pc;
  uint32_t count = shot.count + (uint32_t)(frames + 2 - first);
  sample->node = laglens_node_of_frames(agent, first, count < depth ? count : depth, true, thread->run.node);
  /* The clock is that of the moment at which it stood still. The state is that from before: what is suspended waits (xnu, thread_apc_ast). */
  sample->cpu = laglens_cpu_of(&shot.info);
  return true;
}
