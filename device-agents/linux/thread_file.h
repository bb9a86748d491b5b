/* Files of threads in /proc/self/task, kept open: opening one costs ten times as much as reading it. */
#ifndef LAGLENS_THREAD_FILE_H
#define LAGLENS_THREAD_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct laglens_thread_file {
  int fd; /* 0 none */
  int tid;
};

/* Opens a file of a thread by its name there; negative errno. */
int laglens_open_thread_file(int tid, const char *name);

/* The begin of a thread's file as text, which is opened when it is not, or was another thread's; false when it cannot be read. */
bool laglens_read_thread_file(struct laglens_thread_file *file, int tid, const char *name, char *text, size_t capacity);
void laglens_close_thread_file(struct laglens_thread_file *file);

#endif
