#include "runs.h"

#include "../wire_schema.h"

bool laglens_run_stands_still(const struct laglens_run *run, bool cpu_known, const struct laglens_cpu_time *cpu) {
  return run->open && run->cpu_known && cpu_known && run->cpu.ns == cpu->ns;
}

void laglens_run_forget(struct laglens_run *run) {
  bool was_reported = run->was_reported || (run->open && run->cpu_known);
  *run = (struct laglens_run){.was_reported = was_reported, .state = run->state, .cpu = run->cpu, .begin_us = run->begin_us};
}

static uint64_t begin_of(const struct laglens_run *run, const struct laglens_sample *sample) {
  bool stood_still = run->was_reported && sample->cpu_known && sample->cpu.ns == run->cpu.ns && sample->state == run->state;
  return stood_still ? run->begin_us : sample->at_us;
}

void laglens_run_goes_on(struct laglens_run *run, uint64_t at_us) {
  run->merged++;
  run->seen_us = at_us;
}

/* What the thread made since the last report; unknown is reported as nothing. */
static uint64_t made_since(const struct laglens_run *run, bool known, uint64_t allocated) {
  uint64_t reported = run->announced_allocated;
  return run->allocated_known && known && allocated > reported ? allocated - reported : 0;
}

void laglens_run_counts_from(struct laglens_run *run, struct laglens_maybe allocated) {
  run->allocated_known = allocated.known;
  run->allocated = run->announced_allocated = allocated.value;
}

static bool report_run(struct laglens_stream *stream, struct laglens_run *run, uint32_t thread) {
  struct laglens_writer *writer = &stream->writer;
  laglens_begin(writer, LAGLENS_MSG_RUN);
  laglens_put(writer, thread);
  laglens_put_time(writer, run->seen_us);
  laglens_put(writer, run->merged);
  laglens_put_optional(writer, run->cpu_known, run->cpu.us - run->announced_cpu_us);
  uint64_t made = made_since(run, true, run->allocated);
  if (made > 0) laglens_put(writer, made);
  if (!laglens_stream_send(stream, false)) return false;
  run->merged = 0;
  run->announced_us = run->seen_us;
  run->announced_cpu_us = run->cpu.us;
  run->announced_allocated = run->allocated;
  return true;
}

void laglens_run_pause(struct laglens_stream *stream, struct laglens_run *run, uint32_t thread) {
  if (run->open && run->merged > 0 && !report_run(stream, run, thread)) stream->samples_lost++;
  run->was_reported |= run->open && run->cpu_known;
  run->open = false;
  run->merged = 0;
  run->node = 0;
}

static void continue_run(struct laglens_stream *stream, struct laglens_run *run, const struct laglens_sample *sample) {
  run->merged++;
  run->seen_us = sample->at_us;
  run->cpu = sample->cpu;
  run->cpu_known = sample->cpu_known;
  if (run->allocated_known && sample->allocated.known) run->allocated = sample->allocated.value;
  else laglens_run_counts_from(run, sample->allocated);
  /* CPU that was not known at the last announcement is not reported as used since. */
  if (sample->at_us - run->announced_us >= LAGLENS_ANNOUNCE_US && !report_run(stream, run, sample->thread)) stream->samples_lost++;
}

static void open_run(struct laglens_stream *stream, struct laglens_run *run, const struct laglens_sample *sample) {
  struct laglens_writer *writer = &stream->writer;
  bool cpu_known = run->cpu_known && sample->cpu_known;
  uint64_t before_us = run->announced_cpu_us;
  if (run->open && run->merged > 0) {
    if (report_run(stream, run, sample->thread)) before_us = run->announced_cpu_us;
  }
  run->open = false;
  if (laglens_report_node(stream, sample->node)) {
    laglens_begin(writer, LAGLENS_MSG_SAMPLE);
    laglens_put(writer, sample->thread);
    laglens_put_time(writer, sample->at_us);
    laglens_put_node(writer, sample->node);
    laglens_put(writer, sample->state);
    laglens_put_optional(writer, cpu_known, sample->cpu.us - before_us);
    uint64_t made = made_since(run, sample->allocated.known, sample->allocated.value);
    if (made > 0) laglens_put(writer, made);
    run->open = laglens_stream_send(stream, false);
  }
  if (!run->open) {
    /* Not reported: the next sample opens a run again, with the CPU time since the last one that was. */
    stream->samples_lost++;
    run->merged = 0;
    return;
  }
  *run = (struct laglens_run){
      .open = true,
      .cpu_known = sample->cpu_known,
      .node = sample->node,
      .state = sample->state,
      .seen_us = sample->at_us,
      .announced_us = sample->at_us,
      .begin_us = begin_of(run, sample),
      .cpu = sample->cpu,
      .announced_cpu_us = sample->cpu.us,
      .allocated_known = sample->allocated.known,
      .allocated = sample->allocated.value,
      .announced_allocated = sample->allocated.value,
  };
}

void laglens_run_seen(struct laglens_stream *stream, struct laglens_run *run, const struct laglens_sample *sample) {
  if (run->open && run->cpu_known == sample->cpu_known && run->node == sample->node && run->state == sample->state) {
    continue_run(stream, run, sample);
  } else {
    open_run(stream, run, sample);
  }
}
