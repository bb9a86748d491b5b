#include "exports.h"

#include <string.h>

#include "leb128.h"

enum { KIND_MASK = 0x3, KIND_ABSOLUTE = 0x2, REEXPORT = 0x8 };

/* Follows the one edge whose text the name goes on with; NULL when there is none. */
static const uint8_t *follow_edge(const uint8_t *node, const uint8_t *trie, const uint8_t *end, const char **name) {
  const uint8_t *at = node;
  if (at >= end) return NULL;
  for (unsigned edges = *at++; edges > 0 && at < end; edges--) {
    const char *text = (const char *)at;
    size_t length = strnlen(text, (size_t)(end - at));
    at += length + 1;
    uint64_t child = read_uleb(&at, end);
    if (strncmp(*name, text, length) != 0) continue;
    *name += length;
    return child < (uint64_t)(end - trie) ? trie + child : NULL;
  }
  return NULL;
}

void *exported_symbol(const struct image *image, const char *name) {
  const uint8_t *trie = image->file + image->exports.offset, *end = trie + image->exports.size, *node = trie;
  /* An edge may be empty in a damaged file: no more steps than the name has characters. */
  for (size_t steps = strlen(name) + 1; node != NULL && node < end && steps > 0; steps--) {
    const uint8_t *at = node;
    uint64_t terminal = read_uleb(&at, end);
    if (terminal > (uint64_t)(end - at)) return NULL;
    if (*name != '\0') {
      node = follow_edge(at + terminal, trie, end, &name);
      continue;
    }
    if (terminal == 0) return NULL;
    uint64_t flags = read_uleb(&at, end);
    if (flags & REEXPORT) return NULL;
    uint64_t value = read_uleb(&at, end);
    return (flags & KIND_MASK) == KIND_ABSOLUTE ? (void *)(uintptr_t)value : image->base + value;
  }
  return NULL;
}
