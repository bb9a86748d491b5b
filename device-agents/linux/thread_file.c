#include "thread_file.h"

#include "../core/text.h"
#include "kernel.h"

int laglens_open_thread_file(int tid, const char *name) {
  char path[64];
  size_t at = laglens_copy(path, sizeof path, "/proc/self/task/");
  at = laglens_append_number(path, sizeof path, at, (uint32_t)tid);
  at = laglens_append(path, sizeof path, at, "/");
  laglens_append(path, sizeof path, at, name);
  return laglens_open_read(path);
}

void laglens_close_thread_file(struct laglens_thread_file *file) {
  if (file->fd > 0) laglens_close(file->fd);
  *file = (struct laglens_thread_file){0};
}

/* The descriptor may be the app's meanwhile, if it closes what it did not open: reading at a place moves nothing in it. */
bool laglens_read_thread_file(struct laglens_thread_file *file, int tid, const char *name, char *text, size_t capacity) {
  if (file->tid != tid) laglens_close_thread_file(file);
  if (file->fd == 0) {
    int fd = laglens_open_thread_file(tid, name);
    if (fd <= 0) return false;
    *file = (struct laglens_thread_file){fd, tid};
  }
  long got = laglens_read_at_begin(file->fd, text, capacity - 1);
  text[got > 0 ? got : 0] = 0;
  if (got > 0) return true;
  laglens_close_thread_file(file);
  return false;
}
