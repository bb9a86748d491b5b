#include "library_paths.h"

#include <stdio.h>
#include <string.h>

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

bool is_system_library(const char *name) { return begins(name, "/usr/lib/") || begins(name, "/System/Library/"); }

/* `@loader_path/…` and `@executable_path/…` as paths; other names as they are. */
static void expand(const char *name, const struct image *from, const struct image *executable, char path[MAX_PATH]) {
  const struct image *of = begins(name, "@loader_path/") ? from : begins(name, "@executable_path/") ? executable : NULL;
  if (of == NULL) {
    snprintf(path, MAX_PATH, "%s", name);
    return;
  }
  const char *slash = strrchr(of->path, '/');
  int folder = slash == NULL ? 1 : (int)(slash - of->path);
  snprintf(path, MAX_PATH, "%.*s%s", folder, slash == NULL ? "." : of->path, strchr(name, '/'));
}

static unsigned by_rpaths(const char *rest, const struct image *of, const struct image *executable, char (*paths)[MAX_PATH], unsigned room) {
  unsigned count = 0;
  for (unsigned i = 0; i < of->rpath_count && count < room; i++) {
    char folder[MAX_PATH];
    expand(of->rpaths[i], of, executable, folder);
    int length = snprintf(paths[count], MAX_PATH, "%s%s", folder, rest);
    if (length < MAX_PATH) count++;
  }
  return count;
}

unsigned library_candidates(const char *name, const struct image *from, const struct image *executable, char paths[MAX_CANDIDATES][MAX_PATH]) {
  if (!begins(name, "@rpath/")) {
    expand(name, from, executable, paths[0]);
    return 1;
  }
  const char *rest = strchr(name, '/');
  unsigned count = by_rpaths(rest, from, executable, paths, MAX_CANDIDATES);
  if (from != executable) count += by_rpaths(rest, executable, executable, paths + count, MAX_CANDIDATES - count);
  return count;
}
