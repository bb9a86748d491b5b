/* The heap, and functions on bytes and on short texts that both systems have alike. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../kernel/kernel.h"
#include "../dyld/symbols.h"

/* malloc/malloc.h: blocks_in_use, size_in_use, max_size_in_use, size_allocated. Linux counts bytes; of blocks it knows only the free
   ones, so these are taken for 64 bytes each. */
struct zone_statistics {
  unsigned blocks_in_use;
  size_t size_in_use, max_size_in_use, size_allocated;
};

static void zone_statistics(void *zone, struct zone_statistics *statistics) {
  (void)zone;
  struct mallinfo2 info = mallinfo2();
  size_t in_use = info.uordblks + info.hblkhd;
  *statistics = (struct zone_statistics){(unsigned)(in_use / 64), in_use, in_use, info.arena + info.hblkhd};
}

static size_t good_size(size_t size) { return (size + 15) & ~(size_t)15; }
static void *default_zone(void) {
  static int zone;
  return &zone;
}

/* MAP_ANON is 0x1000 there, and its file descriptor may carry a tag. */
static void *darwin_mmap(void *address, size_t length, int protection, int flags, int fd, long offset) {
  int known = (flags & 0x1f) | (flags & 0x1000 ? MAP_ANONYMOUS : 0);
  void *mapped = mmap(address, length, protection, known, flags & 0x1000 ? -1 : fd, offset);
  if (mapped == MAP_FAILED) failed();
  return mapped;
}
static int darwin_munmap(void *address, size_t length) { return munmap(address, length) == 0 ? 0 : (int)failed(); }
static int darwin_mprotect(void *address, size_t length, int protection) {
  return mprotect(address, length, protection) == 0 ? 0 : (int)failed();
}

static void darwin_bzero(void *bytes, size_t length) { memset(bytes, 0, length); }
static void *memcpy_chk(void *to, const void *from, size_t length, size_t room) { return length <= room ? memcpy(to, from, length) : (abort(), to); }
static void *memset_chk(void *to, int value, size_t length, size_t room) { return length <= room ? memset(to, value, length) : (abort(), to); }
static void memset_pattern16(void *to, const void *pattern, size_t length) {
  for (size_t i = 0; i < length; i++) ((char *)to)[i] = ((const char *)pattern)[i % 16];
}

const struct symbol memory_symbols[] = {
    SAME(malloc),
    SAME(calloc),
    SAME(realloc),
    SAME(free),
    SAME(memcpy),
    SAME(memmove),
    SAME(memset),
    SAME(memcmp),
    SAME(memchr),
    FUNCTION(bzero, darwin_bzero),
    FUNCTION(__memcpy_chk, memcpy_chk),
    FUNCTION(__memset_chk, memset_chk),
    FUNCTION(memset_pattern16, memset_pattern16),
    FUNCTION(malloc_zone_statistics, zone_statistics),
    FUNCTION(malloc_default_zone, default_zone),
    FUNCTION(malloc_good_size, good_size),
    FUNCTION(malloc_size, malloc_usable_size),
    FUNCTION(mmap, darwin_mmap),
    FUNCTION(munmap, darwin_munmap),
    FUNCTION(mprotect, darwin_mprotect),
    END_OF_SYMBOLS,
};
