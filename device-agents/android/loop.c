#include "loop.h"

#include "../core/text.h"
#include "connection.h"
#include "facts.h"
#include "sampler.h"

/* Without a host nothing is done but to wait for one. */
enum { IDLE_US = 60000000, GOODBYE_US = 500000, NICE = -10 };

static void start_streaming(struct laglens_agent *agent, laglens_jni jni) {
  uint64_t now_us = laglens_now_us();
  laglens_stream_reset(&agent->memory->stream);
  laglens_threads_forget_told(agent);
  agent->connected = true;
  agent->threads_mode = 1;
  agent->walk_always = 0;
  agent->ticks_rounds = 0;
  agent->next_round_us = agent->last_tick_us = agent->last_second_us = now_us;
  agent->costs = (struct laglens_costs){.cpu_us = laglens_own_cpu_us()};
  laglens_tell_hello(agent, jni);
  laglens_tell_settings(agent);
}

static void stop_streaming(struct laglens_agent *agent) {
  (void)agent;
}

static void configure(struct laglens_agent *agent, const struct laglens_host_message *message) {
  agent->options.interval_us = laglens_valid_interval(message->interval_us);
  agent->threads_mode = message->threads == 0 ? 0 : 1;
  agent->options.depth = laglens_valid_depth(message->depth);
  agent->walk_always = message->walk_always == 0 ? 0 : 1;
  agent->next_round_us = laglens_now_us();
  laglens_tell_settings(agent);
}

/* What is queued goes out if the host takes it within half a second. */
static void say_bye(struct laglens_agent *agent, const char *why) {
  uint64_t until_us = laglens_now_us() + GOODBYE_US;
  if (!agent->connected) return;
  laglens_tell_bye(agent, why);
  while (laglens_connection_flush(agent) && laglens_ring_fill(&agent->memory->stream.ring) > 0 && laglens_now_us() < until_us) {
    laglens_wait(NULL, 0, 5000);
  }
  laglens_connection_drop_host(agent);
}

static void obey(struct laglens_agent *agent, laglens_jni jni, const struct laglens_host_message *message) {
  switch (message->kind) {
    case LAGLENS_HOST_CONFIGURE: configure(agent, message); break;
    case LAGLENS_HOST_FLUSH: laglens_tell_clock(agent); break;
    case LAGLENS_HOST_DETACH: __atomic_store_n(&agent->phase, LAGLENS_STOPPING, __ATOMIC_RELEASE); break;
    case LAGLENS_HOST_HELLO:
      if (!agent->connected) start_streaming(agent, jni);
      break;
    case LAGLENS_HOST_NOTHING:
    case LAGLENS_HOST_BAD:
    case LAGLENS_HOST_UNKNOWN: break;
  }
}

/* Time until the next round is due; IDLE_US when none is. */
static uint32_t until_round(const struct laglens_agent *agent) {
  if (!agent->connected || agent->options.interval_us == 0) return IDLE_US;
  uint64_t now_us = laglens_now_us();
  return now_us >= agent->next_round_us ? 0 : (uint32_t)(agent->next_round_us - now_us);
}

static void play_round(struct laglens_agent *agent, laglens_jni jni) {
  uint64_t now_us = laglens_now_us();
  uint32_t interval_us = agent->options.interval_us;
  if (now_us - agent->next_round_us > interval_us) {
    agent->costs.late_rounds++;
    agent->next_round_us = now_us;
  }
  laglens_round(agent, jni);
  agent->next_round_us += interval_us;
}

void laglens_loop(laglens_jvmti jvmti, laglens_jni jni, void *argument) {
  struct laglens_agent *agent = argument;
  (void)jvmti;
  laglens_set_own_priority(NICE);
  laglens_threads_begin(agent, jni);
  while (__atomic_load_n(&agent->phase, __ATOMIC_ACQUIRE) == LAGLENS_AT_WORK) {
    struct laglens_host_message message = {.kind = LAGLENS_HOST_NOTHING};
    message.kind = laglens_connection_serve(agent, until_round(agent), &message);
    obey(agent, jni, &message);
    if (until_round(agent) == 0) play_round(agent, jni);
    if (agent->connected && !laglens_connection_flush(agent)) laglens_connection_drop_host(agent);
  }
  say_bye(agent, "detached");
  stop_streaming(agent);
  laglens_connection_close();
  laglens_threads_end(agent, jni);
  __atomic_store_n(&agent->phase, LAGLENS_ASLEEP, __ATOMIC_RELEASE);
}
