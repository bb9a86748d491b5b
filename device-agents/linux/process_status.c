#include "process_status.h"

#include "../core/text.h"
#include "kernel.h"

/* About 1.5 KB on a phone; most of it is of no interest here. */
enum { STATUS_BYTES = 4096, LIST_BYTES = 256 };

static struct laglens_thread_file status_file;

static const char *next_line(const char *text) {
  while (*text != 0 && *text != '\n') text++;
  return *text == 0 ? text : text + 1;
}

/* The number after a line's name, which blanks and a tabulator precede. What ends the text may be the begin of a longer one. */
static bool read_field(const char *line, const char *name, uint32_t *value) {
  if (!laglens_starts_with(line, name)) return false;
  line += laglens_length(name);
  while (*line == '\t' || *line == ' ') line++;
  if (*line < '0' || *line > '9') return false;
  uint32_t number = laglens_read_number(&line);
  if (*line == 0) return false;
  *value = number;
  return true;
}

struct laglens_process_status laglens_parse_process_status(const char *text) {
  struct laglens_process_status status = {.threads = 0};
  uint32_t kilobytes = 0, tracer = 0;
  /* A line feed in the first line, the name, is escaped by the kernel. */
  for (; *text != 0; text = next_line(text)) {
    if (read_field(text, "RssAnon:", &kilobytes)) status.has_memory = true;
    else if (!read_field(text, "RssShmem:", &kilobytes) && !read_field(text, "VmSwap:", &kilobytes)) kilobytes = 0;
    status.memory_bytes += (uint64_t)kilobytes << 10;
    read_field(text, "Threads:", &status.threads);
    read_field(text, "VmLib:", &status.code_kilobytes);
    read_field(text, "TracerPid:", &tracer);
  }
  status.is_traced = tracer != 0;
  return status;
}

uint32_t laglens_count_cpu_list(const char *text) {
  uint32_t count = 0;
  while (*text >= '0' && *text <= '9') {
    uint32_t first = laglens_read_number(&text), last = first;
    if (*text == '-') {
      text++;
      last = laglens_read_number(&text);
    }
    if (last < first) return 0;
    count += last - first + 1;
    if (*text == ',') text++;
  }
  return count;
}

/* The begin of a file as text; empty when it cannot be read. */
static const char *read_text(const char *path, char *text, size_t capacity) {
  int fd = laglens_open_read(path);
  long got = fd < 0 ? -1 : laglens_read(fd, text, capacity - 1);
  if (fd >= 0) laglens_close(fd);
  text[got > 0 ? got : 0] = 0;
  return text;
}

struct laglens_process_status laglens_process_status(void) {
  char text[STATUS_BYTES];
  /* The process's own is that of the thread it began with. Another text is that of a file of the app, which closed this one. */
  bool is_read = laglens_read_thread_file(&status_file, laglens_getpid(), "status", text, sizeof text);
  bool is_own = is_read && laglens_starts_with(text, "Name:");
  if (is_read && !is_own) status_file = (struct laglens_thread_file){0};
  return laglens_parse_process_status(is_own ? text : "");
}

void laglens_process_status_end(void) { laglens_close_thread_file(&status_file); }

/* The second of three numbers, in nanoseconds (Documentation/scheduler/sched-stats.rst): all but its last three digits are microseconds. */
uint64_t laglens_parse_schedstat(const char *text) {
  uint64_t delay_us = 0;
  while (*text != 0 && *text != ' ') text++;
  while (*text == ' ') text++;
  for (; text[0] != 0 && text[0] != ' ' && text[1] >= '0' && text[2] >= '0' && text[3] >= '0'; text++) {
    if (*text < '0' || *text > '9') return 0;
    delay_us = delay_us * 10 + (uint64_t)(*text - '0');
  }
  return delay_us;
}

uint32_t laglens_parse_turns(const char *text) {
  for (int field = 0; field < 2; text++) {
    if (*text == 0) return 0;
    field += *text == ' ';
  }
  return laglens_read_number(&text);
}

bool laglens_read_delay(int fd, uint64_t *delay_us, uint32_t *turns) {
  char text[80];
  long got = laglens_read_at_begin(fd, text, sizeof text - 1);
  if (got <= 0) return false;
  text[got] = 0;
  *delay_us = laglens_parse_schedstat(text);
  *turns = laglens_parse_turns(text);
  return true;
}

uint64_t laglens_thread_delay_us(struct laglens_thread_file *file, int tid) {
  char text[80];
  return laglens_read_thread_file(file, tid, "schedstat", text, sizeof text) ? laglens_parse_schedstat(text) : 0;
}

/* Where the list cannot be read, those that the process may run on. */
static uint32_t allowed_cpus(void) {
  uint8_t cpus[LAGLENS_CPU_SET_BYTES];
  uint32_t count = 0;
  long bytes = laglens_cpus_of(laglens_getpid(), cpus);
  for (long bit = 0; bit < 8 * bytes; bit++) count += cpus[bit / 8] >> bit % 8 & 1u;
  return count;
}

uint32_t laglens_cores(void) {
  static uint32_t cores;
  char text[LIST_BYTES];
  if (cores == 0) cores = laglens_count_cpu_list(read_text("/sys/devices/system/cpu/present", text, sizeof text));
  if (cores == 0) cores = allowed_cpus();
  return cores;
}
