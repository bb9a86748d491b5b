#include "nodes.h"

static uint32_t hash_node(uint32_t parent, uint32_t method, int32_t pc) {
  uint32_t hash = parent * 0x9E3779B1u ^ method * 0x85EBCA77u ^ (uint32_t)pc * 0xC2B2AE3Du;
  hash ^= hash >> 15;
  hash *= 0x2C1B3C6Du;
  return hash ^ (hash >> 13);
}

uint32_t laglens_node_of(struct laglens_nodes *nodes, const struct laglens_methods *methods, uint32_t parent, uint32_t method, int32_t pc) {
  uint32_t slot = hash_node(parent, method, pc);
  for (;; slot++) {
    uint32_t id = nodes->slot[slot & (LAGLENS_NODE_SLOTS - 1)];
    if (id == 0) break;
    const struct laglens_node *node = &nodes->node[id];
    if (node->parent == parent && node->method == method && node->pc == pc) return id;
  }
  if (nodes->count + 1 == LAGLENS_NODES) {
    nodes->full = true;
    return parent;
  }
  uint32_t id = ++nodes->count;
  nodes->node[id] = (struct laglens_node){parent, method, pc, laglens_method_line(methods, method, pc)};
  nodes->slot[slot & (LAGLENS_NODE_SLOTS - 1)] = id;
  return id;
}

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
