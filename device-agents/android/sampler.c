#include "sampler.h"

#include "../core/facts.h"
#include "../core/process_use.h"
#include "../linux/descriptor.h"
#include "../linux/kernel.h"
#include "../linux/process_status.h"
#include "allocations.h"
#include "app_watch.h"
#include "aside.h"
#include "doze.h"
#include "events.h"
#include "exit_traces.h"
#include "images.h"
#include "java_heap.h"
#include "loaders.h"
#include "looper.h"
#include "ready.h"
#include "stacks.h"
#include "stops.h"
#include "sync_barrier.h"
#include "waits.h"

/* Other threads that one round looks at: those that ran when they were last looked at, and the next few of the rest. A look at a
 * thread that stands still is one system call (about half a microsecond); a walk costs its thread up to 100 us. */
enum { ACTIVE_PER_ROUND = 4, RESTING_PER_ROUND = 3, RESTING_PER_RARE_ROUND = 6, RESTING_PER_RAREST_ROUND = 15, RESTING_AT_REST = 1 };

/* Every so many rounds look for what hardly changes. */
enum { FULL_ROUND = 8 };

/* An open run that uses CPU is told again every 50 ms: no walk is put off for longer than leaves time for that. */
enum { POSTPONE_MOST_US = 19000 };

/* Looks at a thread without frames or clock that may be left out in a row. */
enum { PASS_MOST = 15 };

/* CPU time of the process beside the agent's that is worth a look at all threads. */
enum { LITTLE_US = 300 };

enum { NAME_CHECK_ROUNDS = 16 };

/* Shorter waits are not asked about. */
enum { NAME_AFTER_US = 20000 };

/* A walk takes less where the thread and the agent have processors, and less than the other one where the thread waits. */
enum { LONG_WALK_US = 1000, SHORT_WALK_US = 100 };
/* Part of the interval. */
enum { SAME_PLACE_PART = 10 };

/* Threads that main waits for, one after the other, which are looked at in every round. */
enum { CHAIN_MOST = 16 };

static uint64_t begun_us; /* the round's facts are from here on */

/* A running thread walks its own stack, so a walk costs it CPU. One that got little CPU since the last walk (it shares the CPU with
 * others) is walked a round or two later: what a walk costs stays small beside what the thread did. */
static bool is_postponed(struct laglens_agent *agent, const struct laglens_thread *thread, const struct laglens_look *look) {
  const struct laglens_run *run = &thread->run;
  if (agent->capture.walk_always || !run->open || !run->cpu_known || !look->cpu_known || run->state != LAGLENS_RUNNING) return false;
  if (look->cpu.us - run->cpu.us >= agent->capture.interval_us / 2 || look->at_us - run->seen_us >= POSTPONE_MOST_US) return false;
  return laglens_state_of(agent, thread->ref, 0) == LAGLENS_RUNNING;
}

/* Threads without Java frames and without a known clock, such as the workers of a browser, may be many and tell nothing: each is looked
 * at more rarely from time to time. */
static bool is_passed_by(struct laglens_thread *thread) {
  if (thread->passed++ < thread->pass_most) return true;
  thread->passed = 0;
  thread->pass_most = thread->pass_most < PASS_MOST ? 2 * thread->pass_most + 1 : PASS_MOST;
  return false;
}

static bool is_wait(uint32_t state) { return state >= LAGLENS_BLOCKED && state <= LAGLENS_SLEEPING; }

/* A thread that used so little CPU since is where it was. */
static bool is_there(const struct laglens_agent *agent, const struct laglens_cpu_time *before, const struct laglens_cpu_time *now) {
  return now->us - before->us <= agent->capture.interval_us / SAME_PLACE_PART;
}

static void note_postponed(struct laglens_agent *agent, struct laglens_thread *thread, const struct laglens_look *look) {
  if (thread->postponed_us != 0 && is_there(agent, &thread->postponed_cpu, &look->cpu)) return;
  thread->postponed_us = look->at_us;
  thread->postponed_cpu = look->cpu;
}

/* A thread without a processor is walked when it gets one again, and an agent without one hears late of a walk. Either way the stack is of
 * the CPU time before the walk, and of the times in which the thread stood there. Returns when it was last there. */
static uint64_t place_in_time(struct laglens_agent *agent, struct laglens_thread *thread, struct laglens_look *look, uint64_t walked_us) {
  struct laglens_cpu_time cpu;
  bool is_long = walked_us - look->at_us >= LONG_WALK_US && look->cpu_known;
  bool stayed = is_long && laglens_thread_cpu(thread->tid, &cpu) && is_there(agent, &look->cpu, &cpu);
  uint64_t there_us = stayed ? walked_us : look->at_us;
  if (thread->postponed_us != 0 && is_there(agent, &thread->postponed_cpu, &look->cpu)) look->at_us = thread->postponed_us;
  /* Ticks said that what was seen before went on until then. */
  if (look->at_us < agent->capture.last_tick_us) look->at_us = agent->capture.last_tick_us;
  return there_us;
}

/* A thread that ran on from where it was walked: it is walked again at the next look, and waits there if anywhere. */
static bool ran_on(const struct laglens_thread *thread, const struct laglens_look *look, uint64_t walked_us) {
  struct laglens_cpu_time cpu;
  return look->cpu_known && walked_us - look->at_us >= SHORT_WALK_US && laglens_thread_cpu(thread->tid, &cpu) && cpu.ns != look->cpu.ns;
}

/* The names of main's stack do not tell what it reads or writes. While its clock rests, it is in the call of that stack. */
static void name_wait(struct laglens_agent *agent, struct laglens_thread *thread, struct laglens_look *look) {
  static uint64_t asked_us;
  struct laglens_run *run = &thread->run;
  struct laglens_cpu_time cpu;
  bool is_due = thread == agent->main && run->state == LAGLENS_IN_NATIVE && run->begin_us != asked_us && look->at_us - run->begin_us >= NAME_AFTER_US;
  if (!is_due) return;
  asked_us = run->begin_us;
  look->state = laglens_descriptor_state(thread->tid);
  if (look->state == LAGLENS_IN_NATIVE || !laglens_thread_cpu(thread->tid, &cpu) || cpu.ns != run->cpu.ns) return;
  look->node = run->node;
  look->allocated = (struct laglens_maybe){run->allocated_known, run->allocated};
  laglens_run_seen(&agent->memory->stream, run, look);
}

/* Looks at one thread; true when it ran since it was last looked at. */
static bool look_at(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread) {
  struct laglens_look look = {.thread = thread->id, .at_us = laglens_now_us()};
  int tid = __atomic_load_n(&thread->tid, __ATOMIC_ACQUIRE);
  /* The clock is read before the walk: CPU used in between shows as moved at the next look, so nothing is missed. */
  look.cpu_known = tid != 0 && laglens_thread_cpu(tid, &look.cpu);
  if (!agent->capture.walk_always && laglens_run_stands_still(&thread->run, look.cpu_known, &look.cpu)) {
    laglens_run_goes_on(&thread->run, look.at_us);
    /* What it makes is counted from when that was asked for, not from when it runs next. */
    if (agent->capture.allocations && !thread->run.allocated_known) laglens_run_counts_from(&thread->run, laglens_allocated(agent, jni, thread));
    agent->capture.costs.skipped++;
    name_wait(agent, thread, &look);
    return false;
  }
  if (look.cpu_known) laglens_ready_look(agent, thread, look.at_us, look.cpu.us);
  bool is_silent = tid == 0 && thread->run.open && thread->run.node == 0;
  if (!is_silent) thread->passed = thread->pass_most = 0;
  else if (!agent->capture.walk_always && is_passed_by(thread)) return false;
  agent->capture.ran_in_round = true;
  if (is_postponed(agent, thread, &look)) {
    note_postponed(agent, thread, &look);
    return true;
  }
  bool was_walked = laglens_walk(agent, jni, thread, &look.node);
  if (!was_walked) thread->postponed_us = 0;
  if (!was_walked) return true;
  uint64_t walked_us = laglens_now_us(), there_us = walked_us;
  /* A debugger holds who calls the virtual machine. */
  if (laglens_stops_look(agent)) begun_us = look.at_us = there_us = walked_us = laglens_now_us();
  else there_us = place_in_time(agent, thread, &look, walked_us);
  thread->postponed_us = 0;
  look.state = laglens_state_of(agent, thread->ref, look.node);
  if (is_wait(look.state) && ran_on(thread, &look, walked_us)) look.state = LAGLENS_RUNNING;
  if (look.state == LAGLENS_BLOCKED) look.node = laglens_node_at_lock(agent, look.node);
  look.allocated = laglens_allocated(agent, jni, thread);
  laglens_run_seen(&agent->memory->stream, &thread->run, &look);
  if (thread->run.open && there_us > thread->run.seen_us) laglens_run_goes_on(&thread->run, there_us);
  return true;
}

static bool can_look(const struct laglens_thread *thread) {
  return __atomic_load_n(&thread->state, __ATOMIC_ACQUIRE) == LAGLENS_SLOT_LIVE && thread->told && (thread->flags & LAGLENS_THREAD_OWN) == 0;
}

/* A thread whose clock is unknown is walked each time, which says nothing of whether it ran: it stays among the resting. */
static void look_at_other(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread, bool holds_up_main) {
  bool ran = look_at(agent, jni, thread);
  thread->active = ran && thread->run.cpu_known;
  if (!thread->active) laglens_ready_close(agent, thread);
  laglens_waits_look(agent, jni, thread, holds_up_main);
  if (laglens_wait_owner(thread) != NULL) agent->owner_us = laglens_now_us();
}

/* The owner of what main waits for, the owner of what that one waits for, and so on: all are asked for while all of them wait. */
static void look_at_owners(struct laglens_agent *agent, laglens_jni jni, uint32_t round) {
  struct laglens_thread *owner = laglens_wait_owner(agent->main);
  for (uint32_t i = 0; i < CHAIN_MOST && owner != NULL && owner != agent->main && can_look(owner) && owner->chain_round != round; i++) {
    owner->chain_round = round;
    look_at_other(agent, jni, owner, true);
    owner = laglens_wait_owner(owner);
  }
}

/* The next threads from `*at` on, round and round, that are active or are not; at most `most`. */
static void look_at_next(struct laglens_agent *agent, laglens_jni jni, bool active, uint32_t most, uint32_t *at) {
  uint32_t used = laglens_threads_used(agent), looks = 0;
  for (uint32_t passed = 0; passed < used && looks < most; passed++) {
    *at = *at + 1 < used ? *at + 1 : 0;
    struct laglens_thread *thread = &agent->memory->threads.slots[*at];
    if (thread == agent->main || !can_look(thread) || thread->active != active) continue;
    look_at_other(agent, jni, thread, false);
    looks++;
  }
}

/* True while threads are to be looked at as one of them ran: all of them once. */
static bool others_may_have_run(struct laglens_agent *agent) {
  uint64_t all_us = laglens_stops_cpu_us();
  /* Less of all, the agent's included, need not be told apart. */
  if (all_us - agent->all_us < LITTLE_US) return agent->looks_left > 0;
  uint64_t more_us = all_us - laglens_own_cpu_us() - agent->others_us;
  if (more_us >= LITTLE_US) {
    agent->others_us += more_us;
    agent->looks_left = laglens_threads_used(agent);
    more_us = 0;
  }
  agent->all_us = all_us - more_us;
  return agent->looks_left > 0;
}

/* As many in a second, however rare rounds are, unless nothing runs. */
static uint32_t resting_per_round(struct laglens_agent *agent) {
  if (!laglens_sleeps_long(&agent->capture)) return RESTING_PER_ROUND;
  if (!laglens_doze_rests(agent)) return RESTING_PER_RARE_ROUND;
  if (!others_may_have_run(agent)) return RESTING_AT_REST;
  agent->looks_left -= agent->looks_left < RESTING_PER_RAREST_ROUND ? agent->looks_left : RESTING_PER_RAREST_ROUND;
  return RESTING_PER_RAREST_ROUND;
}

static void tell_use(struct laglens_agent *agent, laglens_jni jni, uint64_t now_us) {
  struct laglens_process_status status = laglens_process_status();
  agent->code_kilobytes = status.code_kilobytes;
  laglens_stops_tell_second(agent, jni, status.is_traced);
  struct laglens_process_use use = {
      .cores = laglens_cores(),
      .threads = status.threads,
      .footprint_bytes = {status.has_memory, status.memory_bytes},
      .heap_bytes = laglens_explains() ? laglens_java_heap(jni) : (struct laglens_maybe){.known = false},
  };
  laglens_tell_process_use(&agent->capture, now_us, &use);
}

void laglens_round(struct laglens_agent *agent, laglens_jni jni) {
  static uint32_t rounds;
  laglens_stops_look(agent);
  bool is_full = ++rounds % FULL_ROUND == 0;
  if (is_full || laglens_threads_changed(agent)) {
    laglens_threads_tell(agent, jni);
    laglens_stops_look(agent);
  }
  begun_us = laglens_now_us();
  laglens_events_tell(agent);
  if (laglens_events_saw_collection()) laglens_loaders_look(agent, jni);
  bool main_is_postponed = false;
  if (agent->main != NULL && can_look(agent->main)) {
    if (look_at(agent, jni, agent->main)) laglens_stand_aside(agent);
    laglens_waits_look(agent, jni, agent->main, true);
    main_is_postponed = agent->main->postponed_us != 0;
    if (laglens_wait_owner(agent->main) != NULL) agent->owner_us = laglens_now_us();
  }
  if (agent->capture.threads_mode == 1) {
    if (agent->main != NULL) look_at_owners(agent, jni, rounds);
    /* While nothing runs none is active. */
    if (is_full || !laglens_sleeps_long(&agent->capture)) look_at_next(agent, jni, true, ACTIVE_PER_ROUND, &agent->next_active);
    look_at_next(agent, jni, false, resting_per_round(agent), &agent->next_resting);
  }
  if (rounds % NAME_CHECK_ROUNDS == 0) laglens_threads_check_name(agent, jni);
  uint64_t now_us = laglens_now_us();
  agent->capture.ticks_each_round = laglens_message_may_lag(begun_us);
  /* What was seen of main is not said to go on where it was not looked at. */
  if (!main_is_postponed) laglens_tell_tick(&agent->capture, begun_us);
  if (laglens_tell_second(&agent->capture, now_us, laglens_threads_full(agent))) {
    tell_use(agent, jni, now_us);
    laglens_looper_install(agent, jni);
    laglens_threads_place(agent, jni);
    laglens_waits_choose(agent);
    laglens_app_watch_tell_second(agent, jni, now_us);
    laglens_sync_barrier_tell_second(agent, jni, now_us);
    laglens_exit_traces_tell_second(agent, jni);
  }
  laglens_images_look(agent, now_us);
}
