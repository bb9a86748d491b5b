/* Writes the stream of a made-up app to standard output. Every choice comes from the generator below, which portable.test.ts has
 * too: it knows what must come out. */
#include <stdlib.h>

#include "../../../device-agents/core/stream/runs.h"
#include "../../../device-agents/core/text.h"
#include "made_up_stream.h"

enum { METHODS = 300, SAMPLES = 4000, THREADS = 3, MOST_DEPTH = 40 };

static void add_method(struct laglens_stream *stream, uint32_t key) {
  char name[32];
  uint32_t number = laglens_method_add(&stream->methods, key);
  struct laglens_method *method = &stream->methods.method[number];
  laglens_append_number(name, sizeof name, laglens_copy(name, sizeof name, "LClass"), key / 10);
  method->class_name = laglens_intern(&stream->strings, name);
  laglens_append_number(name, sizeof name, laglens_copy(name, sizeof name, "method\xc3\xa9"), key);
  method->name = laglens_intern(&stream->strings, name);
  for (int32_t line = 0; line < 20; line++) laglens_method_add_line(&stream->methods, number, line * 5, (int32_t)key + line);
}

int main(void) {
  seed = 12345;
  struct laglens_stream *stream = calloc(1, sizeof *stream);
  struct laglens_run runs[THREADS] = {{0}};
  uint64_t now_us = 1000000;
  if (stream == NULL) return 1;
  laglens_stream_reset(stream);
  for (uint32_t key = 1; key <= METHODS; key++) add_method(stream, key);
  for (int i = 0; i < SAMPLES; i++) {
    uint32_t thread = next(THREADS), depth = next(MOST_DEPTH), node = 0;
    for (uint32_t level = 0; level < depth; level++) {
      uint32_t method = laglens_method_find(&stream->methods, 1 + next(level < 5 ? 2 : METHODS));
      node = laglens_node_of(&stream->nodes, &stream->methods, node, method, (int32_t)next(100) - 1);
    }
    now_us += next(20000);
    struct laglens_sample sample = {.thread = thread + 1, .node = node, .state = next(7), .at_us = now_us, .cpu_known = true};
    sample.cpu.us = now_us / 2;
    sample.cpu.ns = sample.cpu.us * 1000;
    /* Of the first thread nobody knows; of the second it becomes known at some time. */
    sample.allocated = (struct laglens_maybe){thread == 2 || (thread == 1 && now_us > 10000000), 3 * now_us};
    laglens_run_seen(stream, &runs[thread], &sample);
    if (next(50) == 0) drain(stream);
  }
  drain(stream);
  bool lost = stream->messages_lost > 0 || stream->samples_lost > 0;
  free(stream);
  return lost ? 2 : 0;
}
