#include "runs.h"

#include "wire_schema.h"

bool laglens_run_stands_still(const struct laglens_run *run, bool cpu_known, const struct laglens_cpu_time *cpu) {
  return run->open && run->cpu_known && cpu_known && run->cpu.ns == cpu->ns;
}

void laglens_run_forget(struct laglens_run *run) {
  bool was_told = run->was_told || (run->open && run->cpu_known);
  *run = (struct laglens_run){.was_told = was_told, .state = run->state, .cpu = run->cpu, .begin_us = run->begin_us};
}

static uint64_t begin_of(const struct laglens_run *run, const struct laglens_look *look) {
  bool stood_still = run->was_told && look->cpu_known && look->cpu.ns == run->cpu.ns && look->state == run->state;
  return stood_still ? run->begin_us : look->at_us;
}

void laglens_run_goes_on(struct laglens_run *run, uint64_t at_us) {
  run->merged++;
  run->seen_us = at_us;
}

/* What the thread made since the host was last told; unknown is told as nothing. */
static uint64_t made_since(const struct laglens_run *run, bool known, uint64_t allocated) {
  uint64_t told = run->announced_allocated;
  return run->allocated_known && known && allocated > told ? allocated - told : 0;
}

void laglens_run_counts_from(struct laglens_run *run, struct laglens_maybe allocated) {
  run->allocated_known = allocated.known;
  run->allocated = run->announced_allocated = allocated.value;
}

static bool tell_run(struct laglens_stream *stream, struct laglens_run *run, uint32_t thread) {
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
  if (run->open && run->merged > 0 && !tell_run(stream, run, thread)) stream->samples_lost++;
  run->was_told |= run->open && run->cpu_known;
  run->open = false;
  run->merged = 0;
  run->node = 0;
}

static void continue_run(struct laglens_stream *stream, struct laglens_run *run, const struct laglens_look *look) {
  run->merged++;
  run->seen_us = look->at_us;
  run->cpu = look->cpu;
  run->cpu_known = look->cpu_known;
  if (run->allocated_known && look->allocated.known) run->allocated = look->allocated.value;
  else laglens_run_counts_from(run, look->allocated);
  /* CPU that was not known at the last announcement is not told as used since. */
  if (look->at_us - run->announced_us >= LAGLENS_ANNOUNCE_US && !tell_run(stream, run, look->thread)) stream->samples_lost++;
}

static void open_run(struct laglens_stream *stream, struct laglens_run *run, const struct laglens_look *look) {
  struct laglens_writer *writer = &stream->writer;
  bool cpu_known = run->cpu_known && look->cpu_known;
  uint64_t before_us = run->announced_cpu_us;
  if (run->open && run->merged > 0) {
    if (tell_run(stream, run, look->thread)) before_us = run->announced_cpu_us;
  }
  run->open = false;
  if (laglens_tell_node(stream, look->node)) {
    laglens_begin(writer, LAGLENS_MSG_SAMPLE);
    laglens_put(writer, look->thread);
    laglens_put_time(writer, look->at_us);
    laglens_put_node(writer, look->node);
    laglens_put(writer, look->state);
    laglens_put_optional(writer, cpu_known, look->cpu.us - before_us);
    uint64_t made = made_since(run, look->allocated.known, look->allocated.value);
    if (made > 0) laglens_put(writer, made);
    run->open = laglens_stream_send(stream, false);
  }
  if (!run->open) {
    /* Not told: the next look opens a run anew, with the CPU time since the last one that was told. */
    stream->samples_lost++;
    run->merged = 0;
    return;
  }
  *run = (struct laglens_run){
      .open = true,
      .cpu_known = look->cpu_known,
      .node = look->node,
      .state = look->state,
      .seen_us = look->at_us,
      .announced_us = look->at_us,
      .begin_us = begin_of(run, look),
      .cpu = look->cpu,
      .announced_cpu_us = look->cpu.us,
      .allocated_known = look->allocated.known,
      .allocated = look->allocated.value,
      .announced_allocated = look->allocated.value,
  };
}

void laglens_run_seen(struct laglens_stream *stream, struct laglens_run *run, const struct laglens_look *look) {
  if (run->open && run->cpu_known == look->cpu_known && run->node == look->node && run->state == look->state) {
    continue_run(stream, run, look);
  } else {
    open_run(stream, run, look);
  }
}
