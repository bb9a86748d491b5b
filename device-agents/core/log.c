#include "log.h"

#include "system.h"
#include "text.h"

enum { STANDARD_ERROR = 2 };

static void write_line(char *line, size_t capacity, size_t at) {
  at = laglens_append(line, capacity, at, "\n");
  laglens_write(STANDARD_ERROR, line, at);
}

void laglens_log(const char *text) {
  char line[256];
  size_t at = laglens_copy(line, sizeof line - 1, "laglens: ");
  write_line(line, sizeof line, laglens_append(line, sizeof line - 1, at, text));
}

void laglens_log_error(const char *text, int code) {
  char line[256];
  size_t at = laglens_copy(line, sizeof line - 1, "laglens: ");
  at = laglens_append(line, sizeof line - 1, at, text);
  at = laglens_append(line, sizeof line - 1, at, code < 0 ? " -" : " ");
  at = laglens_append_number(line, sizeof line - 1, at, (uint32_t)(code < 0 ? -code : code));
  write_line(line, sizeof line, at);
}
