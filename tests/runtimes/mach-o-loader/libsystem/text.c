/* Texts: what is alike, and printing, whose arguments are passed otherwise (see variadic.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../dyld/symbols.h"
#include "../kernel/variadic.h"

static int darwin_snprintf(char *to, size_t room, const char *format UNUSED_REGISTERS_5, ...) {
  va_list list;
  START_ARGUMENTS(list, format, 5);
  int length = vsnprintf(to, room, format, list);
  va_end(list);
  return length;
}

static int darwin_printf(const char *format UNUSED_REGISTERS_7, ...) {
  va_list list;
  START_ARGUMENTS(list, format, 7);
  int length = vprintf(format, list);
  fflush(stdout);
  va_end(list);
  return length;
}

static int darwin_fprintf(FILE **file, const char *format UNUSED_REGISTERS_6, ...) {
  va_list list;
  START_ARGUMENTS(list, format, 6);
  int length = vfprintf((FILE *)file, format, list);
  va_end(list);
  return length;
}

static int darwin_puts(const char *text) {
  int result = puts(text);
  fflush(stdout);
  return result;
}

static size_t strlcpy_(char *to, const char *from, size_t room) {
  size_t length = strlen(from);
  if (room > 0) {
    size_t kept = length < room ? length : room - 1;
    memcpy(to, from, kept);
    to[kept] = '\0';
  }
  return length;
}

const struct symbol text_symbols[] = {
    SAME(strlen),
    SAME(strnlen),
    SAME(strcmp),
    SAME(strncmp),
    SAME(strchr),
    SAME(strrchr),
    SAME(strstr),
    SAME(strcpy),
    SAME(strncpy),
    SAME(strtol),
    SAME(strtoul),
    SAME(strtoull),
    SAME(atoi),
    SAME(strdup),
    FUNCTION(strlcpy, strlcpy_),
    FUNCTION(snprintf, darwin_snprintf),
    FUNCTION(printf, darwin_printf),
    FUNCTION(fprintf, darwin_fprintf),
    FUNCTION(puts, darwin_puts),
    DATA(__stderrp, &stderr),
    DATA(__stdoutp, &stdout),
    END_OF_SYMBOLS,
};
