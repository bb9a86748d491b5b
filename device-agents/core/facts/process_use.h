/* What the whole process uses, reported about once a second: the message `counters`. */
#ifndef LAGLENS_PROCESS_USE_H
#define LAGLENS_PROCESS_USE_H

#include "../maybe.h"
#include "capture.h"

/* See `counters` for the fields. */
struct laglens_process_use {
  uint32_t cores, threads;
  struct laglens_maybe footprint_bytes, thermal, heap_blocks, heap_bytes;
};

/* With the CPU time since the last message that was sent, or since the host came. */
void laglens_report_process_use(struct laglens_capture *capture, uint64_t now_us, const struct laglens_process_use *use);

#endif
