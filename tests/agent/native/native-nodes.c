/* Writes the stream of stacks in native code to standard output; then checks what reads options of iOS. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../device-agents/core/stream/stream.h"
#include "../../../device-agents/ios/waits/blocking_ring.h"
#include "../../../device-agents/ios/link/start_options.h"

#define CHECK(condition) \
  if (!(condition)) return fprintf(stderr, "line %d: %s\n", __LINE__, #condition), 1

static int options(void) {
  struct laglens_start_options read;
  laglens_read_start_options("token=00112233445566778899aabbccddeeff,port=27182,interval=5000,depth=600,ahead=1,later=x,blocking=0", &read);
  CHECK(read.common.token_given && read.common.token[1] == 0x11 && read.port == 27182 && read.common.depth == 600 && read.common.ahead);
  CHECK(!read.blocking && read.frames);
  laglens_read_start_options("port=65536,frames=0,token=00", &read);
  CHECK(read.port == 0 && !read.frames && !read.common.token_given && read.common.interval_us == 5000 && read.common.depth == 512 && read.blocking);
  laglens_read_start_options(NULL, &read);
  CHECK(read.port == 0 && !read.common.ahead);
  return 0;
}

/* A cell is one writer's until it is taken and freed; who finds none is counted. */
static int calls(void) {
  struct laglens_blocking_ring *ring = calloc(1, sizeof *ring);
  uint32_t at = 0, taken = 0;
  if (ring == NULL) return 1;
  for (uint32_t i = 0; i < LAGLENS_BLOCKING_CALLS; i++) {
    struct laglens_blocking_call *call = laglens_blocking_cell(ring);
    CHECK(call != NULL);
    call->depth = i;
    if (i != 3) laglens_blocking_put(ring, call);
  }
  CHECK(laglens_blocking_cell(ring) == NULL && ring->lost == 1);
  for (struct laglens_blocking_call *call; (call = laglens_blocking_take(ring, &at)) != NULL; taken++) {
    CHECK(call->depth != 3);
    laglens_blocking_free(ring, call);
  }
  CHECK(taken == LAGLENS_BLOCKING_CALLS - 1 && laglens_blocking_cell(ring) != NULL);
  free(ring);
  return 0;
}

static void write_all(struct laglens_stream *stream) {
  uint32_t length;
  const uint8_t *piece = laglens_ring_piece(&stream->ring, &length);
  if (write(STDOUT_FILENO, piece, length) != (ssize_t)length) exit(1);
}

int main(void) {
  struct laglens_stream *stream = calloc(1, sizeof *stream);
  if (stream == NULL) return 1;
  laglens_stream_reset(stream);
  uint32_t outer = laglens_native_node_of(&stream->nodes, 0, 1, 0x100004abcu);
  /* The same place once more, one that differs in the upper half alone, one of another image, one of none. */
  uint32_t again = laglens_native_node_of(&stream->nodes, 0, 1, 0x100004abcu);
  uint32_t upper = laglens_native_node_of(&stream->nodes, outer, 2, 0x1a0004abcu);
  uint32_t other = laglens_native_node_of(&stream->nodes, outer, 2, 0x2a0004abcu);
  uint32_t none = laglens_native_node_of(&stream->nodes, upper, 0, 0xfffff8000000u);
  uint32_t method = laglens_node_of(&stream->nodes, &stream->methods, outer, 0, -1);
  CHECK(outer == again && upper != other && none != 0 && method != 0);
  CHECK(laglens_report_node(stream, none) && laglens_report_node(stream, other) && laglens_report_node(stream, method) && laglens_report_node(stream, outer));
  write_all(stream);
  free(stream);
  return options() || calls();
}
