#include "sampler.h"

#include "events.h"
#include "facts.h"
#include "images.h"
#include "looper.h"
#include "stacks.h"
#include "waits.h"

/* Other threads that one round looks at. A look at a thread that stands still is one system call (about half a microsecond);
 * walks are bounded apart, as each costs its thread some 100 us of waiting. */
enum { LOOKS_PER_ROUND = 8, WALKS_PER_ROUND = 4 };

/* Tick before this much time went by: with rounds of at most 50 ms none comes later than that. */
enum { TICK_US = 35000, SECOND_US = 1000000, NAME_CHECK_ROUNDS = 16 };

/* Looks at one thread; gives the number of stacks walked. */
static uint32_t look_at(struct laglens_agent *agent, laglens_jni jni, struct laglens_thread *thread) {
  struct laglens_look look = {.thread = thread->id, .at_us = laglens_now_us()};
  int tid = __atomic_load_n(&thread->tid, __ATOMIC_ACQUIRE);
  /* The clock is read before the walk: CPU used in between shows as moved at the next look, so nothing is missed. */
  look.cpu_known = tid != 0 && laglens_thread_cpu(tid, &look.cpu);
  if (!agent->walk_always && laglens_run_stands_still(&thread->run, look.cpu_known, &look.cpu)) {
    laglens_run_goes_on(&thread->run, look.at_us);
    agent->costs.skipped++;
    return 0;
  }
  if (!laglens_walk(agent, jni, thread->ref, thread->run.node, &look.node)) return 1;
  look.at_us = laglens_now_us();
  look.state = laglens_state_of(agent, thread->ref, look.node);
  laglens_run_seen(&agent->memory->stream, &thread->run, &look);
  return 1;
}

static bool can_look(const struct laglens_thread *thread) {
  return __atomic_load_n(&thread->state, __ATOMIC_ACQUIRE) == LAGLENS_SLOT_LIVE && thread->told && (thread->flags & LAGLENS_THREAD_OWN) == 0;
}

static void look_at_others(struct laglens_agent *agent, laglens_jni jni) {
  uint32_t looks = 0, walks = 0;
  for (uint32_t passed = 0; passed < LAGLENS_THREADS && looks < LOOKS_PER_ROUND && walks < WALKS_PER_ROUND; passed++) {
    struct laglens_thread *thread = &agent->memory->threads[agent->next_thread++ % LAGLENS_THREADS];
    if (thread == agent->main || !can_look(thread)) continue;
    walks += look_at(agent, jni, thread);
    laglens_waits_look(agent, jni, thread);
    looks++;
  }
}

static void each_second(struct laglens_agent *agent, laglens_jni jni, uint64_t now_us) {
  if (now_us - agent->last_second_us < SECOND_US) return;
  agent->last_second_us = now_us;
  laglens_tell_losses(agent, now_us);
  laglens_tell_costs(agent, now_us);
  laglens_looper_install(agent, jni);
}

void laglens_round(struct laglens_agent *agent, laglens_jni jni) {
  static uint32_t rounds;
  agent->costs.rounds++;
  agent->ticks_rounds++;
  laglens_threads_tell(agent, jni);
  laglens_events_tell(agent);
  if (agent->main != NULL && can_look(agent->main)) {
    look_at(agent, jni, agent->main);
    laglens_waits_look(agent, jni, agent->main);
  }
  if (agent->threads_mode == 1) look_at_others(agent, jni);
  if (++rounds % NAME_CHECK_ROUNDS == 0) laglens_threads_check_name(agent, jni);
  uint64_t now_us = laglens_now_us();
  if (now_us - agent->last_tick_us >= TICK_US) laglens_tell_tick(agent, now_us);
  each_second(agent, jni, now_us);
  laglens_images_look(agent, now_us);
}
