/* The node table: every stack is a path of frames, each a place in a method or in native code, so that a stack is one number. */
#ifndef LAGLENS_NODES_H
#define LAGLENS_NODES_H

#include <stdbool.h>
#include <stdint.h>

#include "methods.h"

/* Set in `method` of a node of native code; the other bits are its image. */
#define LAGLENS_NATIVE 0x80000000u

/* Of native code `pc` and `line` are the lower and the upper half of the offset. */
struct laglens_node {
  uint32_t parent;
  uint32_t method;
  int32_t pc;
  uint32_t line;
};

struct laglens_nodes {
  uint32_t count;
  bool full;
  uint32_t slot[LAGLENS_NODE_SLOTS];
  struct laglens_node node[LAGLENS_NODES];
};

/* The node of a frame below `parent`, made when new; `parent` itself when the table is full: a stack cut short, not a wrong one. */
uint32_t laglens_node_of(struct laglens_nodes *nodes, const struct laglens_methods *methods, uint32_t parent, uint32_t method, int32_t pc);
/* The same for a place in native code: an image, 0 none, and the offset as in `nativeNode`. */
uint32_t laglens_native_node_of(struct laglens_nodes *nodes, uint32_t parent, uint32_t image, uint64_t offset);
uint64_t laglens_node_offset(const struct laglens_node *node);
/* The path from the outermost frame to `node` (at most LAGLENS_DEPTH entries); gives its length. */
uint32_t laglens_node_path(const struct laglens_nodes *nodes, uint32_t node, uint32_t *path);

#endif
