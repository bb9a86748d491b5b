#include "process_use.h"

#include "../wire_schema.h"

static void put_maybe(struct laglens_writer *writer, struct laglens_maybe number) { laglens_put_optional(writer, number.known, number.value); }

void laglens_report_process_use(struct laglens_capture *capture, uint64_t now_us, const struct laglens_process_use *use) {
  struct laglens_writer *writer = &capture->stream->writer;
  uint64_t cpu_us = laglens_process_cpu_us();
  laglens_begin(writer, LAGLENS_MSG_COUNTERS);
  laglens_put_time(writer, now_us);
  laglens_put(writer, cpu_us - capture->process_cpu_us);
  laglens_put(writer, use->cores);
  put_maybe(writer, use->footprint_bytes);
  laglens_put(writer, use->threads);
  put_maybe(writer, use->thermal);
  put_maybe(writer, use->heap_blocks);
  put_maybe(writer, use->heap_bytes);
  if (laglens_stream_send(capture->stream, true)) capture->process_cpu_us = cpu_us;
}
