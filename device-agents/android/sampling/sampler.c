#include "sampler.h"

#include "../../core/facts/facts.h"
#include "../../core/facts/process_use.h"
#include "../../linux/descriptor.h"
#include "../../linux/kernel.h"
#include "../../linux/process_status.h"
#include "../app/app_watch.h"
#include "../app/exit_traces.h"
#include "../looper/events.h"
#include "../looper/looper.h"
#include "../looper/sync_barrier.h"
#include "../vm/allocations.h"
#include "../vm/java_heap.h"
#include "../vm/loaders.h"
#include "../waits/waits.h"
#include "backoff.h"
#include "images.h"
#include "main_cpu.h"
#include "ready.h"
#include "stacks.h"
#include "stops.h"

/* Other threads that one round samples: those that ran at their last sample, and the next few of the rest. A sample of a
 * thread that stands still is one system call (about half a microsecond); a walk costs its thread up to 100 us. */
enum { ACTIVE_PER_ROUND = 4, RESTING_PER_ROUND = 3, RESTING_PER_RARE_ROUND = 6, RESTING_PER_RAREST_ROUND = 15, RESTING_AT_REST = 1 };

/* Every so many rounds check what hardly changes. */
enum { FULL_ROUND = 8 };

/* An open run that uses CPU is reported again every 50 ms: no walk is put off for longer than leaves time for that. */
enum { POSTPONE_MOST_US = 19000 };

/* Samples of a thread without frames or clock that may be left out in a row. */
enum { SKIP_MOST = 15 };

/* CPU time of the process beside the agent's that is worth a sample of all threads. */
enum { LITTLE_US = 300 };

enum { NAME_CHECK_ROUNDS = 16 };

/* Shorter waits are not asked about. */
enum { NAME_AFTER_US = 20000 };

/* A walk takes less where the thread and the agent have processors, and less than the other one where the thread waits. */
enum { LONG_WALK_US = 1000, SHORT_WALK_US = 100 };
/* Part of the interval. */
enum { SAME_PLACE_PART = 10 };

/* Threads that main waits for, one after the other, which are sampled in every round. */
enum { CHAIN_MOST = 16 };

static uint64_t begun_us; /* the round's facts are from here on */

/* A running thread walks its own stack, so a walk costs it CPU. One that got little CPU since the last walk (it shares the CPU with
 * others) is walked a round or two later: what a walk costs stays small beside what the thread did. */
static bool is_postponed(struct laglens_agent *agent, const struct laglens_thread *thread, const struct laglens_sample *sample) {
  const struct laglens_run *run = &thread->run;
  if (agent->capture.walk_always || !run->open || !run->cpu_known || !sample->cpu_known || run->state != LAGLENS_RUNNING) return false;
  if (sample->cpu.us - run->cpu.us >= agent->capture.interval_us / 2 || sample->at_us - run->seen_us >= POSTPONE_MOST_US) return false;
  return laglens_state_of(agent, thread->ref, 0) == LAGLENS_RUNNING;
}

/* Threads without Java frames and without a known clock, such as the workers of a browser, may be many and show nothing: each is
 * sampled more and more rarely. */
static bool skips_idle_thread(struct laglens_thread *thread) {
  if (thread->skipped++ < thread->skip_most) return true;
  thread->skipped = 0;
  thread->skip_most = thread->skip_most < SKIP_MOST ? 2 * thread->skip_most + 1 : SKIP_MOST;
  return false;
}

static bool is_wait(uint32_t state) { return state >= LAGLENS_BLOCKED && state <= LAGLENS_SLEEPING; }

/* A thread that used so little CPU since is where it was. */
static bool is_there(const struct laglens_agent *agent, const struct laglens_cpu_time *before, const struct laglens_cpu_time *now) {
  return now->us - before->us <= agent->capture.interval_us / SAME_PLACE_PART;
}

static void note_postponed(struct laglens_agent *agent, struct laglens_thread *thread, const struct laglens_sample *sample) {
  if (thread->postponed_us != 0 && is_there(agent, &thread->postponed_cpu, &sample->cpu)) return;
  thread->postponed_us = sample->at_us;
  thread->postponed_cpu = sample->cpu;
}

/* A thread without a processor is walked when it gets one again, and an agent without one hears late of a walk. Either way the stack is of
 * the CPU time before the walk, and of the times in which the thread stood there. Returns when it was last there. */
static uint64_t place_in_time(struct laglens_agent *agent, struct laglens_thread *thread, struct laglens_sample *sample, uint64_t walked_us) {
  struct laglens_cpu_time cpu;
  bool is_long = walked_us - sample->at_us >= LONG_WALK_US && sample->cpu_known;
  bool stayed = is_long && laglens_thread_cpu(thread->tid, &cpu) && is_there(agent, &sample->cpu, &cpu);
  uint64_t there_us = stayed ? walked_us : sample->at_us;
  /* When its walk was put off it ran: a wait began later. */
  bool is_seen_late = thread->postponed_us != 0 && sample->state == LAGLENS_RUNNING;
  if (is_seen_late && is_there(agent, &thread->postponed_cpu, &sample->cpu)) sample->at_us = thread->postponed_us;
  /* Ticks said that what was seen before went on until then. */
  if (sample->at_us < agent->capture.last_tick_us) sample->at_us = agent->capture.last_tick_us;
  return there_us;
}

/* A thread that ran on from where it was walked: it is walked again at the next sample, and waits there if anywhere. */
static bool ran_on(const struct laglens_thread *thread, const struct laglens_sample *sample, uint64_t walked_us) {
  struct laglens_cpu_time cpu;
  return sample->cpu_known && walked_us - sample->at_us >= SHORT_WALK_US && laglens_thread_cpu(thread->tid, &cpu) && cpu.ns != sample->cpu.ns;
}

/* The names of main's stack do not show what it reads or writes. While its clock rests, it is in the call of that stack. */
static void name_wait(struct laglens_agent *agent, struct laglens_thread *thread, struct laglens_sample *sample) {
  static uint64_t asked_us;
  struct laglens_run *run = &thread->run;
  struct laglens_cpu_time cpu;
  bool is_due = thread == agent->main && run->state == LAGLENS_IN_NATIVE && run->begin_us != asked_us && sample->at_us - run->begin_us >= NAME_AFTER_US;
  if (!is_due) return;
  asked_us = run->begin_us;
  sample->state = laglens_descriptor_state(thread->tid);
  if (sample->state == LAGLENS_IN_NATIVE || !laglens_thread_cpu(thread->tid, &cpu) || cpu.ns != run->cpu.ns) return;
  sample->node = run->node;
  sample->allocated = (struct laglens_maybe){run->allocated_known, run->allocated};
  laglens_run_seen(&agent->memory->stream, run, sample);
}

/* Samples one thread; true when it ran since its last sample. */
static bool sample_thread(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread) {
  struct laglens_sample sample = {.thread = thread->id, .at_us = laglens_now_us()};
  int tid = __atomic_load_n(&thread->tid, __ATOMIC_ACQUIRE);
  /* The clock is read before the walk: CPU used in between shows as moved at the next sample, so nothing is missed. */
  sample.cpu_known = tid != 0 && laglens_thread_cpu(tid, &sample.cpu);
  if (!agent->capture.walk_always && laglens_run_stands_still(&thread->run, sample.cpu_known, &sample.cpu)) {
    laglens_run_goes_on(&thread->run, sample.at_us);
    /* What it makes is counted from when that was asked for, not from when it runs next. */
    if (agent->capture.allocations && !thread->run.allocated_known) laglens_run_counts_from(&thread->run, laglens_allocated(agent, jni, thread));
    agent->capture.costs.skipped++;
    name_wait(agent, thread, &sample);
    return false;
  }
  if (sample.cpu_known) laglens_ready_check(agent, thread, sample.at_us, sample.cpu.us);
  bool is_silent = tid == 0 && thread->run.open && thread->run.node == 0;
  if (!is_silent) thread->skipped = thread->skip_most = 0;
  else if (!agent->capture.walk_always && skips_idle_thread(thread)) return false;
  agent->capture.ran_in_round = true;
  if (is_postponed(agent, thread, &sample)) {
    note_postponed(agent, thread, &sample);
    return true;
  }
  bool was_walked = laglens_walk(agent, jni, thread, &sample.node);
  if (!was_walked) thread->postponed_us = 0;
  if (!was_walked) return true;
  uint64_t walked_us = laglens_now_us(), there_us = walked_us;
  sample.state = laglens_state_of(agent, thread->ref, sample.node);
  /* A debugger holds who calls the virtual machine. */
  if (laglens_stops_check(agent)) begun_us = sample.at_us = there_us = walked_us = laglens_now_us();
  else there_us = place_in_time(agent, thread, &sample, walked_us);
  thread->postponed_us = 0;
  if (is_wait(sample.state) && ran_on(thread, &sample, walked_us)) sample.state = LAGLENS_RUNNING;
  if (sample.state == LAGLENS_BLOCKED) sample.node = laglens_node_at_lock(agent, sample.node);
  sample.allocated = laglens_allocated(agent, jni, thread);
  laglens_run_seen(&agent->memory->stream, &thread->run, &sample);
  if (thread->run.open && there_us > thread->run.seen_us) laglens_run_goes_on(&thread->run, there_us);
  return true;
}

static bool can_sample(const struct laglens_thread *thread) {
  return __atomic_load_n(&thread->state, __ATOMIC_ACQUIRE) == LAGLENS_SLOT_LIVE && thread->reported && (thread->flags & LAGLENS_THREAD_OWN) == 0;
}

/* A thread whose clock is unknown is walked each time, which says nothing of whether it ran: it stays among the resting. */
static void sample_other(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread, bool holds_up_main) {
  bool ran = sample_thread(agent, jni, thread);
  thread->active = ran && thread->run.cpu_known;
  if (!thread->active) laglens_ready_close(agent, thread);
  laglens_waits_check(agent, jni, thread, holds_up_main);
  if (laglens_wait_owner(thread) != NULL) agent->owner_us = laglens_now_us();
}

/* The owner of what main waits for, the owner of what that one waits for, and so on: all are asked for while all of them wait. */
static void sample_owners(struct laglens_agent *agent, laglens_jni jni, uint32_t round) {
  struct laglens_thread *owner = laglens_wait_owner(agent->main);
  for (uint32_t i = 0; i < CHAIN_MOST && owner != NULL && owner != agent->main && can_sample(owner) && owner->chain_round != round; i++) {
    owner->chain_round = round;
    sample_other(agent, jni, owner, true);
    owner = laglens_wait_owner(owner);
  }
}

/* The next threads from `*at` on, round and round, that are active or are not; at most `most`. */
static void sample_next(struct laglens_agent *agent, laglens_jni jni, bool active, uint32_t most, uint32_t *at) {
  uint32_t used = laglens_threads_used(agent), sampled = 0;
  for (uint32_t passed = 0; passed < used && sampled < most; passed++) {
    *at = *at + 1 < used ? *at + 1 : 0;
    struct laglens_thread *thread = &agent->memory->threads.slots[*at];
    if (thread == agent->main || !can_sample(thread) || thread->active != active) continue;
    sample_other(agent, jni, thread, false);
    sampled++;
  }
}

/* True while threads are due for a sample as one of them ran: all of them once. */
static bool others_may_have_run(struct laglens_agent *agent) {
  uint64_t all_us = laglens_stops_cpu_us();
  /* Less of all, the agent's included, need not be distinguished. */
  if (all_us - agent->all_us < LITTLE_US) return agent->samples_left > 0;
  uint64_t more_us = all_us - laglens_own_cpu_us() - agent->others_us;
  if (more_us >= LITTLE_US) {
    agent->others_us += more_us;
    agent->samples_left = laglens_threads_used(agent);
    more_us = 0;
  }
  agent->all_us = all_us - more_us;
  return agent->samples_left > 0;
}

/* As many in a second, however rare rounds are, unless nothing runs. */
static uint32_t resting_per_round(struct laglens_agent *agent) {
  if (!laglens_sleeps_long(&agent->capture)) return RESTING_PER_ROUND;
  if (!laglens_backoff_resting(agent)) return RESTING_PER_RARE_ROUND;
  if (!others_may_have_run(agent)) return RESTING_AT_REST;
  agent->samples_left -= agent->samples_left < RESTING_PER_RAREST_ROUND ? agent->samples_left : RESTING_PER_RAREST_ROUND;
  return RESTING_PER_RAREST_ROUND;
}

static void report_use(struct laglens_agent *agent, laglens_jni jni, uint64_t now_us) {
  struct laglens_process_status status = laglens_process_status();
  agent->code_kilobytes = status.code_kilobytes;
  laglens_stops_report_second(agent, jni, status.is_traced);
  struct laglens_process_use use = {
      .cores = laglens_cores(),
      .threads = status.threads,
      .footprint_bytes = {status.has_memory, status.memory_bytes},
      .heap_bytes = laglens_explains() ? laglens_java_heap(jni) : (struct laglens_maybe){.known = false},
  };
  laglens_report_process_use(&agent->capture, now_us, &use);
}

void laglens_round(struct laglens_agent *agent, laglens_jni jni) {
  static uint32_t rounds;
  laglens_stops_check(agent);
  bool is_full = ++rounds % FULL_ROUND == 0;
  if (is_full || laglens_threads_changed(agent)) {
    laglens_threads_report(agent, jni);
    laglens_stops_check(agent);
  }
  begun_us = laglens_now_us();
  laglens_events_report(agent);
  if (laglens_events_saw_collection()) laglens_loaders_check(agent, jni);
  bool main_is_postponed = false;
  if (agent->main != NULL && can_sample(agent->main)) {
    if (sample_thread(agent, jni, agent->main)) laglens_yield_main_cpu(agent);
    laglens_waits_check(agent, jni, agent->main, true);
    main_is_postponed = agent->main->postponed_us != 0;
    if (laglens_wait_owner(agent->main) != NULL) agent->owner_us = laglens_now_us();
  }
  if (agent->capture.threads_mode == 1) {
    if (agent->main != NULL) sample_owners(agent, jni, rounds);
    /* While nothing runs none is active. */
    if (is_full || !laglens_sleeps_long(&agent->capture)) sample_next(agent, jni, true, ACTIVE_PER_ROUND, &agent->next_active);
    sample_next(agent, jni, false, resting_per_round(agent), &agent->next_resting);
  }
  if (rounds % NAME_CHECK_ROUNDS == 0) laglens_threads_check_name(agent, jni);
  uint64_t now_us = laglens_now_us();
  agent->capture.ticks_each_round = laglens_message_may_lag(begun_us);
  /* What was seen of main is not said to go on where it was not sampled. */
  if (!main_is_postponed) laglens_report_tick(&agent->capture, begun_us);
  if (laglens_report_second(&agent->capture, now_us, laglens_threads_full(agent))) {
    report_use(agent, jni, now_us);
    laglens_looper_install(agent, jni);
    laglens_threads_place(agent, jni);
    laglens_waits_choose(agent);
    laglens_app_watch_report_second(agent, jni, now_us);
    laglens_sync_barrier_report_second(agent, jni, now_us);
    laglens_exit_traces_report_second(agent, jni);
  }
  laglens_images_check(agent, now_us);
}
