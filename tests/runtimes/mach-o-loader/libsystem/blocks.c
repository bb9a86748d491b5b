#include "blocks.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../dyld/symbols.h"

enum { NEEDS_FREE = 1 << 24, HAS_COPY_DISPOSE = 1 << 25, IS_GLOBAL = 1 << 28, REFERENCE_MASK = 0xfffe, REFERENCE = 2 };
enum { FIELD_IS_OBJECT = 3, FIELD_IS_BLOCK = 7, FIELD_IS_BYREF = 8 };

struct block_descriptor {
  unsigned long reserved, size;
  void (*copy)(void *to, const void *from);
  void (*dispose)(const void *block);
};

/* A variable that blocks and their function share: __block. */
struct byref {
  void *isa;
  struct byref *forwarding;
  int flags;
  unsigned size;
  void (*keep)(struct byref *to, struct byref *from);
  void (*destroy)(struct byref *byref);
};

static void *stack_block_class[32], *global_block_class[32], *heap_block_class[32];

void *block_copy(const void *given) {
  struct block *block = (struct block *)given;
  if (block == NULL || block->flags & IS_GLOBAL) return block;
  if (block->flags & NEEDS_FREE) {
    atomic_fetch_add((atomic_int *)&block->flags, REFERENCE);
    return block;
  }
  struct block *copy = malloc(block->descriptor->size);
  memcpy(copy, block, block->descriptor->size);
  copy->isa = heap_block_class;
  copy->flags = (copy->flags & ~REFERENCE_MASK) | NEEDS_FREE | REFERENCE;
  if (block->flags & HAS_COPY_DISPOSE) block->descriptor->copy(copy, block);
  return copy;
}

void block_release(const void *given) {
  struct block *block = (struct block *)given;
  if (block == NULL || block->flags & IS_GLOBAL || !(block->flags & NEEDS_FREE)) return;
  if (((atomic_fetch_sub((atomic_int *)&block->flags, REFERENCE) - REFERENCE) & REFERENCE_MASK) != 0) return;
  if (block->flags & HAS_COPY_DISPOSE) block->descriptor->dispose(block);
  free(block);
}

void block_invoke(void *block) { ((struct block *)block)->invoke(block); }

static struct byref *copy_byref(struct byref *from) {
  if (from->forwarding->flags & NEEDS_FREE) {
    atomic_fetch_add((atomic_int *)&from->forwarding->flags, REFERENCE);
    return from->forwarding;
  }
  struct byref *copy = malloc(from->size);
  memcpy(copy, from, from->size);
  /* One reference for the block, one for the function whose variable it was. */
  copy->flags = from->flags | NEEDS_FREE | 2 * REFERENCE;
  copy->forwarding = from->forwarding = copy;
  if (from->flags & HAS_COPY_DISPOSE) from->keep(copy, from);
  return copy;
}

static void release_byref(struct byref *given) {
  struct byref *byref = given->forwarding;
  if (!(byref->flags & NEEDS_FREE)) return;
  if (((atomic_fetch_sub((atomic_int *)&byref->flags, REFERENCE) - REFERENCE) & REFERENCE_MASK) != 0) return;
  if (byref->flags & HAS_COPY_DISPOSE) byref->destroy(byref);
  free(byref);
}

/* Objects of this loader are never freed, so that keeping one needs nothing. */
static void object_assign(void **to, void *value, int flags) {
  if ((flags & FIELD_IS_BYREF) != 0) *to = copy_byref(value);
  else if ((flags & FIELD_IS_BLOCK) == FIELD_IS_BLOCK) *to = block_copy(value);
  else *to = value;
}

static void object_dispose(void *value, int flags) {
  if ((flags & FIELD_IS_BYREF) != 0) release_byref(value);
  else if ((flags & FIELD_IS_BLOCK) == FIELD_IS_BLOCK) block_release(value);
}

const struct symbol block_symbols[] = {
    FUNCTION(_Block_copy, block_copy),
    FUNCTION(_Block_release, block_release),
    FUNCTION(_Block_object_assign, object_assign),
    FUNCTION(_Block_object_dispose, object_dispose),
    FUNCTION(objc_retainBlock, block_copy),
    DATA(_NSConcreteStackBlock, stack_block_class),
    DATA(_NSConcreteGlobalBlock, global_block_class),
    DATA(_NSConcreteMallocBlock, heap_block_class),
    END_OF_SYMBOLS,
};
