#include "refusal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

_Noreturn void refuse(const char *words, ...) {
  va_list arguments;
  va_start(arguments, words);
  fprintf(stderr, "dyld[%d]: ", getpid());
  vfprintf(stderr, words, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  fflush(stderr);
  _exit(REFUSAL_EXIT);
}
