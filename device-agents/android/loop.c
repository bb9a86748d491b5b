#include "loop.h"

#include "../core/text.h"
#include "aside.h"
#include "connection.h"
#include "events.h"
#include "facts.h"
#include "gc.h"
#include "images.h"
#include "looper.h"
#include "owners.h"
#include "sampler.h"
#include "takeover.h"
#include "waits.h"

/* Without a host nothing is done but to wait for one. Only right after one is gone the app's threads go on noting facts, so that it
 * hears, when it comes back, what is still open; what they note is taken in often enough for the ring to have room. */
enum { WATCH_ON_US = 60000000, TAKE_IN_US = 1000000 };
enum { IDLE_US = 60000000, GOODBYE_US = 500000, REFUSING_US = 30000000, AHEAD_US = 30000000, NICE = -10 };
enum { QUIET_ROUNDS = 10, QUIET_INTERVAL_MOST_US = 25000 };
/* A late round: where the agent stands aside, others keep it from running. Being in time comes first, for this long. */
enum { ANYWHERE_AFTER_LATE_US = 2000000 };

/* The app's threads begin or stop to note facts. */
static void watch(struct laglens_agent *agent, laglens_jni jni, bool on) {
  agent->watching = on;
  if (on) agent->watch_us = laglens_now_us();
  laglens_waits_watch(agent, on);
  laglens_gc_watch(agent, on);
  laglens_looper_switch(agent, jni, on);
}

static void start_streaming(struct laglens_agent *agent, laglens_jni jni) {
  uint64_t now_us = laglens_now_us();
  laglens_events_forget_told(agent, agent->watching);
  laglens_stream_reset(&agent->memory->stream);
  laglens_threads_forget_told(agent, jni);
  laglens_images_forget();
  laglens_looper_install(agent, jni);
  agent->connected = true;
  agent->interval_us = agent->options.interval_us;
  agent->depth = agent->options.depth;
  agent->threads_mode = 1;
  agent->walk_always = 0;
  agent->ticks_rounds = 0;
  agent->next_round_us = agent->last_tick_us = agent->last_second_us = now_us;
  agent->costs = (struct laglens_costs){.cpu_us = laglens_own_cpu_us()};
  laglens_tell_hello(agent, jni);
  laglens_tell_settings(agent);
  if (!agent->watching) watch(agent, jni, true);
}

static void stop_streaming(struct laglens_agent *agent) {
  laglens_connection_drop_host(agent);
  agent->left_us = laglens_now_us();
}

static void watch_on(struct laglens_agent *agent, laglens_jni jni) {
  laglens_events_tell(agent);
  if (laglens_now_us() - agent->left_us >= WATCH_ON_US) watch(agent, jni, false);
}

static void configure(struct laglens_agent *agent, const struct laglens_host_message *message) {
  agent->interval_us = laglens_valid_interval(message->interval_us);
  agent->threads_mode = message->threads == 0 ? 0 : 1;
  agent->depth = laglens_valid_depth(message->depth);
  agent->walk_always = message->walk_always == 0 ? 0 : 1;
  agent->next_round_us = laglens_now_us();
  laglens_tell_settings(agent);
}

static void obey(struct laglens_agent *agent, laglens_jni jni, const struct laglens_host_message *message) {
  switch (message->kind) {
    case LAGLENS_HOST_CONFIGURE: configure(agent, message); break;
    case LAGLENS_HOST_FLUSH: laglens_tell_clock(agent); break;
    case LAGLENS_HOST_DETACH: __atomic_store_n(&agent->phase, LAGLENS_STOPPING, __ATOMIC_SEQ_CST); break;
    case LAGLENS_HOST_HELLO:
      if (!agent->connected) start_streaming(agent, jni);
      break;
    case LAGLENS_HOST_NOTHING:
    case LAGLENS_HOST_BAD:
    case LAGLENS_HOST_UNKNOWN: break;
  }
}

/* Time until the next round is due, or what is noted without a host is taken in; IDLE_US when neither is. */
static uint32_t until_round(const struct laglens_agent *agent) {
  if (!agent->connected && agent->watching) return TAKE_IN_US;
  if (!agent->connected || agent->interval_us == 0) return IDLE_US;
  uint64_t now_us = laglens_now_us();
  return now_us >= agent->next_round_us ? 0 : (uint32_t)(agent->next_round_us - now_us);
}

/* While nothing at all runs, every other round is left out, as long as ticks are in time: most of an idle round's cost is waking
 * up for it. The first sample after that comes up to one interval later; messages and waits carry their own times anyway. */
static uint32_t quiet_interval(uint32_t interval_us) {
  if (interval_us >= QUIET_INTERVAL_MOST_US) return interval_us;
  return 2 * interval_us < QUIET_INTERVAL_MOST_US ? 2 * interval_us : QUIET_INTERVAL_MOST_US;
}

static void play_round(struct laglens_agent *agent, laglens_jni jni) {
  uint64_t now_us = laglens_now_us();
  uint32_t interval_us = agent->interval_us;
  if (now_us - agent->next_round_us > interval_us) {
    agent->costs.late_rounds++;
    laglens_come_back(agent, ANYWHERE_AFTER_LATE_US);
    agent->next_round_us = now_us;
  }
  agent->ran_in_round = false;
  laglens_round(agent, jni);
  agent->quiet_rounds = agent->ran_in_round ? 0 : agent->quiet_rounds + 1;
  if (agent->quiet_rounds == QUIET_ROUNDS) laglens_come_back(agent, 0);
  agent->next_round_us += agent->quiet_rounds < QUIET_ROUNDS ? interval_us : quiet_interval(interval_us);
  /* After a late round the next one is not right behind it: it would see the same. */
  uint64_t earliest_us = laglens_now_us() + interval_us / 2;
  if (agent->next_round_us < earliest_us) agent->next_round_us = earliest_us;
}

/* The options of a later attach: another token and another socket; a host that is connected stays. */
static void adopt_options(struct laglens_agent *agent, laglens_jni jni) {
  struct laglens_options options;
  if (!laglens_take_over(&options)) return;
  agent->options = options;
  laglens_connection_open(agent);
  if (!agent->refusing) laglens_be_first(jni, laglens_hook_load(agent, jni));
}

/* Whoever starts an app with the agent in it wants to see the start, and comes when much of it is over: it waits in the ring. */
static void serve_hosts(struct laglens_agent *agent, laglens_jni jni) {
  uint64_t alone_until_us = laglens_now_us() + AHEAD_US;
  if (agent->options.ahead) start_streaming(agent, jni);
  while (__atomic_load_n(&agent->phase, __ATOMIC_ACQUIRE) == LAGLENS_AT_WORK) {
    struct laglens_host_message message = {.kind = LAGLENS_HOST_NOTHING};
    bool was_connected = agent->connected;
    message.kind = laglens_connection_serve(agent, until_round(agent), &message);
    adopt_options(agent, jni);
    obey(agent, jni, &message);
    if (until_round(agent) == 0) play_round(agent, jni);
    if (agent->connected && !laglens_connection_flush(agent)) laglens_connection_drop_host(agent);
    if (agent->connected && !laglens_connection_has_host() && laglens_now_us() > alone_until_us) laglens_connection_drop_host(agent);
    if (was_connected && !agent->connected) stop_streaming(agent);
    if (!agent->connected && agent->watching) watch_on(agent, jni);
  }
}

/* What is queued goes out if the host takes it within half a second. */
static void say_bye(struct laglens_agent *agent, laglens_jni jni, const char *why) {
  uint64_t until_us = laglens_now_us() + GOODBYE_US;
  if (!agent->connected || !laglens_connection_has_host()) return;
  if (!agent->dying) laglens_looper_restore(agent, jni);
  laglens_tell_bye(agent, why);
  while (laglens_connection_flush(agent) && laglens_ring_fill(&agent->memory->stream.ring) > 0 && laglens_now_us() < until_us) {
    laglens_wait(NULL, 0, 5000);
  }
  laglens_connection_drop_host(agent);
}

/* Gives the memory back once no thread of the app is in the agent; a thread that stays longer than a second keeps it. */
static void free_memory(struct laglens_agent *agent) {
  for (int i = 0; i < 200 && __atomic_load_n(&agent->in_flight, __ATOMIC_SEQ_CST) != 0; i++) laglens_wait(NULL, 0, 5000);
  if (agent->in_flight == 0) laglens_unmap(agent->memory, sizeof *agent->memory);
  agent->memory = NULL;
}

static void be_the_agent(struct laglens_agent *agent, laglens_jni jni) {
  agent->left_cpu = -1;
  laglens_be_first(jni, laglens_hook_load(agent, jni));
  laglens_owners_begin(jni);
  laglens_threads_begin(agent, jni);
  serve_hosts(agent, jni);
  watch(agent, jni, false);
  say_bye(agent, jni, agent->dying ? "the app ends" : "detached");
  if (!agent->dying) laglens_looper_restore(agent, jni);
  laglens_threads_end(agent, jni);
  laglens_owners_end(jni);
}

/* Long enough for a host to come and hear it. */
static void be_refusing(struct laglens_agent *agent, laglens_jni jni) {
  uint64_t until_us = laglens_now_us() + REFUSING_US;
  laglens_connection_refuse_all("an older agent is at work in this app: restart the app");
  for (uint64_t now_us; (now_us = laglens_now_us()) < until_us && agent->phase == LAGLENS_AT_WORK;) {
    struct laglens_host_message message;
    laglens_connection_serve(agent, (uint32_t)(until_us - now_us), &message);
    adopt_options(agent, jni);
  }
}

void laglens_loop(laglens_jvmti jvmti, laglens_jni jni, void *argument) {
  struct laglens_agent *agent = argument;
  (void)jvmti;
  laglens_set_own_priority(NICE);
  if (agent->refusing) be_refusing(agent, jni);
  else be_the_agent(agent, jni);
  __atomic_store_n(&agent->phase, LAGLENS_STOPPING, __ATOMIC_SEQ_CST);
  laglens_connection_close();
  free_memory(agent);
  __atomic_store_n(&agent->phase, LAGLENS_ASLEEP, __ATOMIC_SEQ_CST);
}
