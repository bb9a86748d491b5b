#include "nodes.h"

static uint32_t hash_node(uint32_t parent, uint32_t method, int32_t pc) {
  uint32_t hash = parent * 0x9E3779B1u ^ method * 0x85EBCA77u ^ (uint32_t)pc * 0xC2B2AE3Du;
  hash ^= hash >> 15;
  hash *= 0x2C1B3C6Du;
  return hash ^ (hash >> 13);
}

/* The slot that the node has or is to have. Native places may differ in `line` alone; elsewhere it follows from the rest. */
static uint32_t *find_slot(struct laglens_nodes *nodes, const struct laglens_node *wanted) {
  bool is_native = (wanted->method & LAGLENS_NATIVE) != 0;
  for (uint32_t at = hash_node(wanted->parent, wanted->method, wanted->pc);; at++) {
    uint32_t *slot = &nodes->slot[at & (LAGLENS_NODE_SLOTS - 1)];
    const struct laglens_node *node = &nodes->node[*slot];
    bool is_same = node->parent == wanted->parent && node->method == wanted->method && node->pc == wanted->pc;
    if (*slot == 0 || (is_same && (!is_native || node->line == wanted->line))) return slot;
  }
}

static uint32_t add_node(struct laglens_nodes *nodes, uint32_t *slot, const struct laglens_node *node) {
  if (nodes->count + 1 == LAGLENS_NODES) {
    nodes->full = true;
    return node->parent;
  }
  *slot = ++nodes->count;
  nodes->node[*slot] = *node;
  return *slot;
}

uint32_t laglens_node_of(struct laglens_nodes *nodes, const struct laglens_methods *methods, uint32_t parent, uint32_t method, int32_t pc) {
  struct laglens_node node = {parent, method, pc, 0};
  uint32_t *slot = find_slot(nodes, &node);
  if (*slot != 0) return *slot;
  node.line = laglens_method_line(methods, method, pc);
  return add_node(nodes, slot, &node);
}

uint32_t laglens_native_node_of(struct laglens_nodes *nodes, uint32_t parent, uint32_t image, uint64_t offset) {
  struct laglens_node node = {parent, LAGLENS_NATIVE | image, (int32_t)(uint32_t)offset, (uint32_t)(offset >> 32)};
  uint32_t *slot = find_slot(nodes, &node);
  return *slot != 0 ? *slot : add_node(nodes, slot, &node);
}

uint64_t laglens_node_offset(const struct laglens_node *node) { return (uint64_t)node->line << 32 | (uint32_t)node->pc; }

uint32_t laglens_node_path(const struct laglens_nodes *nodes, uint32_t node, uint32_t *path) {
  uint32_t length = 0;
  for (uint32_t at = node; at != 0 && length < LAGLENS_DEPTH; at = nodes->node[at].parent) path[length++] = at;
  for (uint32_t i = 0; i < length / 2; i++) {
    uint32_t other = path[length - 1 - i];
    path[length - 1 - i] = path[i];
    path[i] = other;
  }
  return length;
}
