/* Streams of made-up apps: a generator for all choices, which portable.test.ts has too, and the way to standard output. */
#ifndef TESTS_MADE_UP_STREAM_H
#define TESTS_MADE_UP_STREAM_H

#include <stdlib.h>
#include <unistd.h>

#include "../../../device-agents/core/stream/stream.h"

static uint32_t seed;
static uint32_t next(uint32_t below) {
  seed = seed * 1664525u + 1013904223u;
  return (uint32_t)(((uint64_t)seed * below) >> 32);
}

static void drain(struct laglens_stream *stream) {
  for (uint32_t length;;) {
    const uint8_t *piece = laglens_ring_piece(&stream->ring, &length);
    if (length == 0) return;
    ssize_t written = write(STDOUT_FILENO, piece, length);
    if (written <= 0) exit(1);
    laglens_ring_consume(&stream->ring, (uint32_t)written);
  }
}

#endif
