/* Calls a library's function, and one by a pointer of the library. With WEAK it does without the library. */
#include <stddef.h>

#if WEAK
#define IMPORT extern __attribute__((weak_import))
#else
#define IMPORT extern
#endif

IMPORT const char *library_word(int which);
IMPORT int (*const library_print)(const char *format, ...);
int printf(const char *format, ...);

static __attribute__((constructor)) void loaded(void) { printf("app "); }

int main(void) {
#if WEAK
  if (library_word == NULL) {
    printf("without\n");
    return 0;
  }
#endif
  library_print("%s %s\n", library_word(0), library_word(2));
  return 0;
}
