#include "log.h"

#include "system.h"
#include "text.h"

enum { STANDARD_ERROR = 2, LINES_MOST = 100, LINE_BYTES = 256 };

static laglens_log_writer *system_log;
static uint32_t lines;

static void write_error(const char *text) {
  char line[LINE_BYTES + 16];
  size_t at = laglens_copy(line, sizeof line - 1, "laglens: ");
  at = laglens_append(line, sizeof line - 1, at, text);
  at = laglens_append(line, sizeof line, at, "\n");
  laglens_write(STANDARD_ERROR, line, at);
}

static void write_line(const char *text) {
  uint32_t before = __atomic_fetch_add(&lines, 1, __ATOMIC_RELAXED);
  laglens_log_writer *writer = __atomic_load_n(&system_log, __ATOMIC_ACQUIRE);
  if (before > LINES_MOST) return;
  if (before == LINES_MOST) text = "this was logged often enough: nothing more is";
  if (writer == NULL || !writer(text)) write_error(text);
}

void laglens_log_to(laglens_log_writer *writer) { __atomic_store_n(&system_log, writer, __ATOMIC_RELEASE); }

void laglens_log(const char *text) { write_line(text); }

void laglens_log_error(const char *text, int code) {
  char line[LINE_BYTES];
  size_t at = laglens_copy(line, sizeof line, text);
  at = laglens_append(line, sizeof line, at, code < 0 ? " -" : " ");
  laglens_append_number(line, sizeof line, at, (uint32_t)(code < 0 ? -code : code));
  write_line(line);
}
