/* Writes the truth file: one JSON line for each piece of the main thread's work that took 50 ms or longer, as it ends.
   A piece of work lies between two visits to nativePollOnce: that is one message, one frame or one idle handler. A run
   of pieces without a sleep in between is a span. Spans with the shortest of sleeps in between are a crowd: a lag
   to some eyes, not to others. Only the main thread comes here. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "looper.h"

static const int64_t WORTH_WRITING_NS = 50 * 1000 * 1000;
static const int64_t SHORTEST_REST_NS = 2 * 1000 * 1000;

static int file = -1;
/* `fields`: more of the line, with a comma before each. */
struct name {
  char label[32], fields[256];
};
static struct name piece, span;
static int64_t piece_begin_ns, span_begin_ns, crowd_begin_ns; /* 0: none has begun */
/* Of the main thread, which alone comes here. */
struct counts {
  int64_t cpu_ns;
  int64_t delay_ns; /* ready without a core */
};
static struct counts piece_begin, span_begin, crowd_begin;
static int64_t sleep_begin_ns;
static int spans; /* of the crowd */

static int64_t clock_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

int64_t monotonic_ns(void) { return clock_ns(CLOCK_MONOTONIC); }

/* The second number of schedstat is the kernel's run delay. */
static struct counts read_counts(void) {
  static int own = -1;
  char text[80] = "";
  long long ran = 0, delay = 0;
  if (own < 0) own = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  if (own >= 0 && pread(own, text, sizeof text - 1, 0) > 0) sscanf(text, "%lld %lld", &ran, &delay);
  return (struct counts){clock_ns(CLOCK_THREAD_CPUTIME_ID), delay};
}

bool truth_open(const char *path) {
  file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  return file >= 0;
}

/* Names of threads and classes need no escapes; any other character becomes an underscore. */
static void add_field(struct name *name, const char *key, const char *value) {
  size_t used = strlen(name->fields);
  int length = snprintf(name->fields + used, sizeof name->fields - used, ",\"%s\":\"%s\"", key, value);
  if (length < 0 || (size_t)length >= sizeof name->fields - used) {
    name->fields[used] = '\0';
    return;
  }
  for (char *each = name->fields + used + strlen(key) + 5; each < name->fields + used + length - 1; each++) {
    if (strchr("\"\\", *each) != NULL || (unsigned char)*each < ' ') *each = '_';
  }
}

static void write_line(const char *what, const struct name *name, int64_t begin_ns, int64_t end_ns, struct counts begin) {
  if (file < 0 || end_ns - begin_ns < WORTH_WRITING_NS) return;
  struct counts end = read_counts();
  char line[512];
  int length = snprintf(line, sizeof line, "{\"what\":\"%s\",\"label\":\"%s\",\"beginUs\":%lld,\"endUs\":%lld,\"cpuUs\":%lld,\"noCoreUs\":%lld%s}\n", what,
                        name->label, (long long)(begin_ns / 1000), (long long)(end_ns / 1000), (long long)((end.cpu_ns - begin.cpu_ns) / 1000),
                        (long long)((end.delay_ns - begin.delay_ns) / 1000), name->fields);
  if (write(file, line, (size_t)length) != length) perror("truth file");
}

static void end_span(int64_t now_ns) {
  write_line("span", &span, span_begin_ns, now_ns, span_begin);
  span = (struct name){0};
  span_begin_ns = 0;
}

/* A span with two labels is cut in two: a storm ends where another thing begins. */
void truth_label(const char *label, const char *thread, const char *screen) {
  if (span.label[0] != '\0' && strcmp(span.label, label) != 0) {
    int64_t now_ns = monotonic_ns();
    end_span(now_ns);
    span_begin_ns = now_ns;
    span_begin = read_counts();
  }
  piece = (struct name){0};
  snprintf(piece.label, sizeof piece.label, "%s", label);
  if (thread[0] != '\0') add_field(&piece, "thread", thread);
  if (screen[0] != '\0') add_field(&piece, "screen", screen);
  span = piece;
}

void truth_waited(const char *owners, const char *waker) {
  add_field(&piece, "owners", owners);
  add_field(&piece, "waker", waker);
}

static void begin_span(int64_t now_ns) {
  span_begin_ns = now_ns;
  span_begin = read_counts();
  if (crowd_begin_ns == 0 || now_ns - sleep_begin_ns >= SHORTEST_REST_NS) {
    if (spans > 1) write_line("crowd", &(struct name){0}, crowd_begin_ns, sleep_begin_ns, crowd_begin);
    crowd_begin_ns = now_ns;
    crowd_begin = span_begin;
    spans = 0;
  }
  spans++;
}

void truth_work_begins(void) {
  piece_begin_ns = monotonic_ns();
  piece_begin = read_counts();
  if (span_begin_ns == 0) begin_span(piece_begin_ns);
}

void truth_work_ends(const char *what, bool sleeps) {
  if (piece_begin_ns == 0) return;
  int64_t now_ns = monotonic_ns();
  write_line(what, &piece, piece_begin_ns, now_ns, piece_begin);
  piece = (struct name){0};
  piece_begin_ns = 0;
  if (!sleeps) return;
  end_span(now_ns);
  sleep_begin_ns = now_ns;
}
