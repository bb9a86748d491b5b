/* Blocks of C and Objective-C (clang's Block ABI). */
#ifndef DARWIN_BLOCKS_H
#define DARWIN_BLOCKS_H

struct block {
  const void *isa;
  int flags, reserved;
  void (*invoke)(void *block, ...);
  struct block_descriptor *descriptor;
};

/* A block that outlives its function's frame, and its end. */
void *block_copy(const void *block);
void block_release(const void *block);
/* For calls that take a function and a context. */
void block_invoke(void *block);

#endif
