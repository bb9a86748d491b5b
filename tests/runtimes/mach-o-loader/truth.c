#include "truth.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kernel/kernel.h"
#include "dyld/symbols.h"

static const uint64_t WORTH_WRITING_NS = 50 * 1000 * 1000;
static const uint64_t SHORTEST_REST_NS = 2 * 1000 * 1000;

static int file = -1;
static char label[32], fields[160]; /* `fields`: more of the line, with a comma before each */
static uint64_t span_begin_ns, crowd_begin_ns, sleep_begin_ns;
static uint64_t span_begin_cpu_ns, crowd_begin_cpu_ns; /* main's own clock then */
static int spans; /* of the crowd */

/* Of the main thread, which alone comes here. */
static uint64_t cpu_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void write_line(const char *what, const char *kind, uint64_t begin_ns, uint64_t end_ns, uint64_t begin_cpu_ns) {
  if (file < 0 || end_ns - begin_ns < WORTH_WRITING_NS) return;
  char line[400];
  int length = snprintf(line, sizeof line, "{\"what\":\"%s\",\"label\":\"%s\",\"beginUs\":%llu,\"endUs\":%llu,\"cpuUs\":%llu%s}\n", what, kind,
                        (unsigned long long)(begin_ns / 1000), (unsigned long long)(end_ns / 1000), (unsigned long long)((cpu_ns() - begin_cpu_ns) / 1000),
                        kind[0] == '\0' ? "" : fields);
  if (write(file, line, (size_t)length) != length) perror("truth file");
}

void truth_begin(void) {
  const char *path = getenv("IPHONE_LOADER_TRUTH"), *home = getenv("HOME");
  char in_home[1024];
  snprintf(in_home, sizeof in_home, "%s/tmp/phone-truth.jsonl", home == NULL ? "" : home);
  if (path != NULL) file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  else file = open(in_home, O_WRONLY | O_APPEND | O_CLOEXEC);
  strcpy(label, "start");
  crowd_begin_ns = span_begin_ns = monotonic_ns();
  crowd_begin_cpu_ns = span_begin_cpu_ns = cpu_ns();
  spans = 1;
}

/* A storm is many small things: no single one is long. */
static void end_span(uint64_t now_ns) {
  write_line(strcmp(label, "storm") == 0 ? "span" : "message", label, span_begin_ns, now_ns, span_begin_cpu_ns);
  fields[0] = label[0] = '\0';
}

void truth_main_sleeps(void) {
  sleep_begin_ns = monotonic_ns();
  end_span(sleep_begin_ns);
}

void truth_main_wakes(void) {
  span_begin_ns = monotonic_ns();
  span_begin_cpu_ns = cpu_ns();
  if (span_begin_ns - sleep_begin_ns >= SHORTEST_REST_NS) {
    if (spans > 1) write_line("crowd", "", crowd_begin_ns, sleep_begin_ns, crowd_begin_cpu_ns);
    crowd_begin_ns = span_begin_ns;
    crowd_begin_cpu_ns = span_begin_cpu_ns;
    spans = 0;
  }
  spans++;
}

/* The app says what it does now; a span with two labels is cut in two. No phone has this function: apps ask dlsym for it. */
static void phone_truth_label(const char *kind) {
  if (label[0] != '\0') {
    uint64_t now_ns = monotonic_ns();
    end_span(now_ns);
    span_begin_ns = now_ns;
    span_begin_cpu_ns = cpu_ns();
  }
  snprintf(label, sizeof label, "%s", kind);
}

/* Who held what the app waits for in this span, from main's holder on with commas between, and who gave it. Names without quotes. */
static void phone_truth_waited(const char *owners, const char *waker) {
  snprintf(fields, sizeof fields, ",\"owners\":\"%s\",\"waker\":\"%s\"", owners, waker);
}

const struct symbol truth_symbols[] = {
    FUNCTION(phone_truth_label, phone_truth_label),
    FUNCTION(phone_truth_waited, phone_truth_waited),
    END_OF_SYMBOLS,
};
