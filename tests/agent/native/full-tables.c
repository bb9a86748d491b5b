/* Writes the stream of an app whose stacks in native code fill the tables several times. Every choice comes from the generator below, which
 * portable.test.ts has too. */
#include <stdlib.h>

#include "../../../device-agents/core/facts/facts.h"
#include "../../../device-agents/core/stream/runs.h"
#include "made_up_stream.h"

enum { SAMPLES = 9000, THREADS = 3, MOST_DEPTH = 60, PLACES = 1000000 };

static uint32_t node_of(struct laglens_stream *stream, const uint32_t *places, uint32_t depth) {
  uint32_t node = 0;
  for (uint32_t i = 0; i < depth; i++) node = laglens_native_node_of(&stream->nodes, node, 1 + places[i] % 3, places[i]);
  return node;
}

int main(void) {
  seed = 4711;
  struct laglens_stream *stream = calloc(1, sizeof *stream);
  struct laglens_capture capture = {.stream = stream};
  struct laglens_run runs[THREADS] = {{0}};
  uint64_t now_us = 1000000;
  uint32_t borders = 0;
  if (stream == NULL) return 1;
  laglens_stream_reset(stream);
  for (int i = 0; i < SAMPLES; i++) {
    uint32_t thread = next(THREADS), depth = next(MOST_DEPTH), places[MOST_DEPTH];
    for (uint32_t level = 0; level < depth; level++) places[level] = level < 5 ? next(2) : next(PLACES);
    uint32_t node = node_of(stream, places, depth);
    if (laglens_tables_are_due(&capture)) {
      for (uint32_t other = 0; other < THREADS; other++) laglens_run_pause(stream, &runs[other], other + 1);
      laglens_start_tables_over(&capture);
      /* Tables that are full again at once may not begin again, but all this takes less than a second. */
      if (laglens_tables_are_due(&capture) || laglens_stream_full(stream) != 0) return 3;
      capture.emptied_us = 0;
      node = node_of(stream, places, depth);
      borders++;
    }
    now_us += next(20000);
    struct laglens_sample sample = {.thread = thread + 1, .node = node, .state = next(2), .at_us = now_us, .cpu_known = true};
    sample.cpu.us = now_us / 2;
    sample.cpu.ns = sample.cpu.us * 1000;
    laglens_run_seen(stream, &runs[thread], &sample);
    drain(stream);
  }
  bool lost = stream->messages_lost > 0 || stream->samples_lost > 0 || stream->cut != 0;
  free(stream);
  return lost || borders < 2 ? 2 : 0;
}
