#include "sampler.h"

#include "../app/events.h"
#include "../app/lifecycle.h"
#include "../system/counters.h"
#include "../waits/blocking.h"
#include "../waits/open_calls.h"
#include "stacks.h"

/* Other threads that one round samples: those that ran at their last sample, and the next few of the rest. */
enum { ACTIVE_PER_ROUND = 8, RESTING_PER_ROUND = 2, LIST_US = 100000 };
/* A thread that got a sixteenth of a CPU since its last sample is active, whatever it does at this moment. */
enum { ACTIVE_SHARE = 16 };

static uint64_t listed_us; /* when the kernel was last asked for its threads */

/* Samples one thread; true when it is active: it runs, it ran a good part of the time, or it waits elsewhere than before. A thread that
 * waits and whose CPU clock stood still is where it was: it is neither stopped nor walked, only its state may be another one. The clock of
 * one that runs says nothing: the kernel sets it when the thread leaves its core (xnu, recount_thread_times). */
static bool sample_thread(struct laglens_agent *agent, struct laglens_thread *thread) {
  struct laglens_capture *capture = &agent->capture;
  struct laglens_run *run = &thread->run;
  struct laglens_sys_thread_basic_info info;
  laglens_word_count words = LAGLENS_WORDS(info);
  if (laglens_sys_thread_info(thread->port, LAGLENS_THREAD_BASIC_INFO, (uint32_t *)&info, &words) != LAGLENS_KERN_SUCCESS) return false;
  if (info.run_state == LAGLENS_TH_STATE_HALTED) return false;
  struct laglens_sample sample = {
      .thread = thread->id, .node = run->node, .at_us = laglens_now_us(), .state = laglens_state_of(&info), .cpu_known = true, .cpu = laglens_cpu_of(&info)};
  if (!capture->walk_always && sample.state != LAGLENS_RUNNING && laglens_run_stands_still(run, true, &sample.cpu)) {
    capture->costs.skipped++;
    if (sample.state == run->state) laglens_run_goes_on(run, sample.at_us);
    else laglens_run_seen(capture->stream, run, &sample);
    return false;
  }
  uint32_t node = run->node;
  bool ran = run->cpu_known && (sample.cpu.us - run->cpu.us) * ACTIVE_SHARE >= sample.at_us - run->seen_us;
  capture->ran_in_round = true;
  if (!laglens_walk(agent, thread, &sample)) return false;
  laglens_run_seen(capture->stream, run, &sample);
  return ran || sample.state == LAGLENS_RUNNING || sample.node != node;
}

static bool can_sample(const struct laglens_thread *thread) { return thread->port != 0 && !thread->gone && thread->reported && (thread->flags & LAGLENS_THREAD_OWN) == 0; }

/* The next threads from `*at` on, round and round, that are active or are not; at most `most`. */
static void sample_next(struct laglens_agent *agent, bool active, uint32_t most, uint32_t *at) {
  uint32_t used = laglens_threads_used(), sampled = 0;
  for (uint32_t passed = 0; passed < used && sampled < most; passed++) {
    *at = *at + 1 < used ? *at + 1 : 0;
    struct laglens_thread *thread = &agent->memory->threads[*at];
    if (thread == agent->main || thread->active != active || !can_sample(thread)) continue;
    thread->active = sample_thread(agent, thread);
    sampled++;
  }
}

/* What was seen before a pause of the process belongs to another time: no run goes on over it. It may also fall into a round. */
static void check_clocks(struct laglens_agent *agent) {
  if (laglens_lifecycle_stood_still(agent)) laglens_threads_forget_runs(agent);
}

void laglens_round(struct laglens_agent *agent) {
  static uint32_t next_active, next_resting;
  struct laglens_capture *capture = &agent->capture;
  uint64_t now_us = laglens_now_us();
  check_clocks(agent);
  if (now_us - listed_us >= LIST_US) {
    listed_us = now_us;
    laglens_threads_list(agent);
  }
  laglens_events_report(agent);
  /* Nodes refer to images: while those are still to be reported, nothing is walked. */
  if (laglens_images_report(agent)) {
    laglens_blocking_report(agent);
    laglens_open_calls_report(agent);
    /* Only now: a thread that has just ended may have held what another one waited for. */
    laglens_threads_retire(agent);
    if (agent->main != NULL && can_sample(agent->main)) sample_thread(agent, agent->main);
    if (capture->threads_mode == 1) {
      sample_next(agent, true, ACTIVE_PER_ROUND, &next_active);
      sample_next(agent, false, RESTING_PER_ROUND, &next_resting);
    }
  }
  check_clocks(agent);
  now_us = laglens_now_us();
  laglens_report_tick(capture, now_us);
  if (laglens_report_second(capture, now_us, laglens_threads_full())) {
    laglens_report_counters(agent, now_us);
    laglens_lifecycle_check(agent);
  }
}

void laglens_sampler_forget(void) { listed_us = 0; }
