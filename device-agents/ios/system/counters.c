#include "counters.h"

#include "../../core/facts/process_use.h"
#include "../../core/wire_schema.h"
#include "../app/display_link.h"
#include "../darwin/libc.h"
#include "thermal.h"

static uint32_t cores(void) {
  static uint32_t count;
  size_t bytes = sizeof count;
  if (count == 0 && laglens_sys_sysctlbyname("hw.ncpu", &count, &bytes, NULL, 0) != 0) count = 1;
  return count;
}

/* False when the kernel does not say. */
static bool footprint(uint64_t *bytes) {
  struct laglens_sys_task_vm_info info;
  laglens_word_count words = LAGLENS_WORDS(info);
  laglens_kern_return result = laglens_sys_task_info(laglens_sys_task_self, LAGLENS_TASK_VM_INFO, (uint32_t *)&info, &words);
  if (result != LAGLENS_KERN_SUCCESS || words < LAGLENS_WORDS(info)) return false;
  *bytes = info.phys_footprint;
  return true;
}

/* Walks tables that grow with the heap: the longer that takes, the less often it is asked for, so that it costs 1 % of a core at most. */
static bool ask_heap(struct laglens_sys_malloc_statistics *heap, uint64_t now_us) {
  static uint64_t next_us;
  if (now_us < next_us) return false;
  laglens_sys_malloc_zone_statistics(NULL, heap);
  next_us = now_us + 100 * (laglens_now_us() - now_us);
  return heap->size_in_use > 0;
}

static void report_frames(struct laglens_writer *writer, uint64_t at_us, uint32_t late_us) {
  uint32_t period_us, in_time = laglens_display_link_in_time(&period_us);
  laglens_begin(writer, LAGLENS_MSG_FRAME);
  laglens_put_time(writer, at_us);
  laglens_put(writer, late_us);
  laglens_put(writer, period_us);
  laglens_put(writer, in_time);
  laglens_put(writer, 0);
}

void laglens_report_late_frame(struct laglens_agent *agent, const struct laglens_event *event) {
  if (!agent->capture.connected) return;
  report_frames(&agent->memory->stream.writer, event->at_us, event->target);
  laglens_stream_send(&agent->memory->stream, true);
}

void laglens_report_counters(struct laglens_agent *agent, uint64_t now_us) {
  struct laglens_sys_malloc_statistics heap = {0, 0, 0, 0};
  uint32_t thermal = 0;
  struct laglens_process_use use = {.cores = cores(), .threads = laglens_threads_count()};
  use.footprint_bytes.known = footprint(&use.footprint_bytes.value);
  use.thermal.known = laglens_thermal_state(&thermal);
  use.thermal.value = thermal;
  use.heap_blocks.known = use.heap_bytes.known = ask_heap(&heap, now_us);
  use.heap_blocks.value = heap.blocks_in_use;
  use.heap_bytes.value = heap.size_in_use;
  laglens_report_process_use(&agent->capture, now_us, &use);
  if (*agent->abilities[LAGLENS_CAN_FRAMES].why != 0) return;
  report_frames(&agent->memory->stream.writer, now_us, 0);
  laglens_stream_send(&agent->memory->stream, true);
}
