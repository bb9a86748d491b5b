#include "loop.h"

#include "../core/facts/facts.h"
#include "../core/text.h"
#include "../linux/kernel.h"
#include "../linux/process_status.h"
#include "app/app_watch.h"
#include "app/exit_traces.h"
#include "attach/identity.h"
#include "attach/listener.h"
#include "attach/memory.h"
#include "attach/takeover.h"
#include "looper/events.h"
#include "looper/looper.h"
#include "sampling/backoff.h"
#include "sampling/images.h"
#include "sampling/main_cpu.h"
#include "sampling/ready.h"
#include "sampling/sampler.h"
#include "sampling/stops.h"
#include "vm/allocations.h"
#include "vm/gc.h"
#include "vm/java_heap.h"
#include "vm/loaders.h"
#include "waits/owners.h"
#include "waits/waits.h"

/* Without a host nothing is done but to wait for one. Only right after one is gone the app's threads go on noting facts, so that it
 * hears, when it comes back, what is still open; what they note is taken in often enough for the ring to have room. */
enum { WATCH_ON_US = 60000000, TAKE_IN_US = 1000000 };
enum { REFUSING_US = 30000000, AHEAD_US = 30000000, NICE = -10 };
/* A late round: where the agent yields main's CPU, others keep it from running. Being in time comes first, for this long. */
enum { ANYWHERE_AFTER_LATE_US = 2000000 };

/* The app's threads begin or stop to note facts. */
static void watch(struct laglens_agent *agent, laglens_jni jni, bool on) {
  agent->watching = on;
  if (on) agent->watch_us = laglens_now_us();
  laglens_waits_watch(agent, on);
  laglens_gc_watch(agent, on);
  laglens_looper_switch(agent, jni, on);
  laglens_app_watch_want(agent, jni, on ? LAGLENS_WATCH_FRAMES : LAGLENS_WATCH_ACTIVITIES);
}

static void start_streaming(struct laglens_agent *agent, laglens_jni jni) {
  /* Threads may have come and gone while nobody listened. */
  laglens_threads_report(agent, jni);
  laglens_threads_place(agent, jni);
  laglens_events_forget_reported(agent, agent->watching);
  /* Before there is somebody to hear it: the first word is the hello, which says what was found here. */
  laglens_looper_install(agent, jni);
  laglens_capture_begin(&agent->capture, &agent->options.common);
  laglens_backoff_adopt_interval(agent);
  laglens_threads_forget_reported(agent, jni);
  laglens_images_forget();
  laglens_introduce(agent, jni);
  laglens_allocations_switch(agent, jni);
  laglens_report_settings(&agent->capture);
  laglens_app_watch_report_past(agent);
  laglens_exit_traces_forget_reported();
  laglens_stops_report_past(agent, jni);
  laglens_stops_watch(agent);
  if (!agent->watching) watch(agent, jni, true);
}

/* Nobody listens. The app's threads come and go all the same: who begins finds the slots of those that ended. */
static void rest(struct laglens_agent *agent, laglens_jni jni) {
  laglens_threads_report(agent, jni);
  laglens_threads_place(agent, jni);
  if (!agent->watching) return;
  laglens_events_report(agent);
  if (laglens_now_us() - agent->left_us >= WATCH_ON_US) watch(agent, jni, false);
}

static void obey(struct laglens_agent *agent, laglens_jni jni, const struct laglens_host_message *message) {
  switch (message->kind) {
    case LAGLENS_HOST_CONFIGURE:
      laglens_capture_configure(&agent->capture, message);
      laglens_backoff_adopt_interval(agent);
      laglens_allocations_switch(agent, jni);
      laglens_report_settings(&agent->capture);
      laglens_stops_watch(agent);
      break;
    case LAGLENS_HOST_FLUSH: laglens_report_clock(&agent->capture); break;
    case LAGLENS_HOST_DETACH: __atomic_store_n(&agent->phase, LAGLENS_STOPPING, __ATOMIC_SEQ_CST); break;
    case LAGLENS_HOST_HELLO:
      if (!agent->capture.connected) start_streaming(agent, jni);
      break;
    case LAGLENS_HOST_PROOF:
    case LAGLENS_HOST_NOTHING:
    case LAGLENS_HOST_BAD:
    case LAGLENS_HOST_UNKNOWN: break;
  }
}

/* Time until the next round is due, or what is noted without a host is taken in. */
static uint32_t until_due(const struct laglens_agent *agent) {
  return !agent->capture.connected && agent->watching ? TAKE_IN_US : laglens_until_round(&agent->capture);
}

static void play_round(struct laglens_agent *agent, laglens_jni jni) {
  if (laglens_round_begins(&agent->capture)) laglens_share_main_cpu(agent, ANYWHERE_AFTER_LATE_US);
  laglens_round(agent, jni);
  agent->capture.long_interval_us = laglens_backoff_interval(agent);
  laglens_round_ends(&agent->capture);
  if (laglens_falls_quiet(&agent->capture)) laglens_share_main_cpu(agent, 0);
}

/* The options of a later attach: another token and another socket; a host that is connected stays. */
static void adopt_options(struct laglens_agent *agent, laglens_jni jni) {
  struct laglens_attach_options options;
  if (!laglens_take_over(&options)) return;
  const uint8_t *token = agent->options.common.token;
  if (!laglens_same_secret(options.common.token, token, LAGLENS_TOKEN_BYTES)) laglens_connection_forget_strangers(&agent->capture.connection);
  agent->options = options;
  laglens_listener_open(agent);
  if (!agent->refusing) laglens_be_first(jni, laglens_hook_load(agent, jni));
}

/* What costs the app something, or keeps files open, for a host alone. */
static void end_facts(struct laglens_agent *agent, laglens_jni jni) {
  laglens_allocations_end(agent, jni);
  laglens_ready_end(agent);
  laglens_main_cpu_end();
  laglens_process_status_end();
}

/* Whoever starts an app with the agent in it wants to see the start, and comes when much of it is over: it waits in the ring. */
static void serve_hosts(struct laglens_agent *agent, laglens_jni jni) {
  uint64_t alone_until_us = laglens_now_us() + AHEAD_US;
  if (agent->options.common.ahead) start_streaming(agent, jni);
  while (__atomic_load_n(&agent->phase, __ATOMIC_ACQUIRE) == LAGLENS_AT_WORK) {
    struct laglens_host_message message = {.kind = LAGLENS_HOST_NOTHING};
    bool was_connected = agent->capture.connected;
    laglens_backoff_enter(agent);
    message.kind = laglens_capture_serve(&agent->capture, until_due(agent), &message);
    laglens_backoff_leave(agent);
    /* Also when the host went meanwhile: the next one hears of it. */
    if (was_connected) laglens_stops_check(agent);
    if (!agent->capture.connected) laglens_stops_watch(agent);
    adopt_options(agent, jni);
    obey(agent, jni, &message);
    bool is_round = until_due(agent) == 0;
    if (is_round) play_round(agent, jni);
    if (!is_round || laglens_flush_is_due(&agent->capture)) laglens_capture_flush(&agent->capture);
    bool is_alone = agent->capture.connected && !laglens_connection_has_host(&agent->capture.connection);
    if (is_alone && laglens_now_us() > alone_until_us) laglens_capture_end(&agent->capture);
    if (was_connected && !agent->capture.connected) agent->left_us = laglens_now_us();
    /* Also after a host that came and went within one turn. */
    if (agent->capture.connected) continue;
    end_facts(agent, jni);
    rest(agent, jni);
  }
}

static bool is_dying(const struct laglens_agent *agent) { return __atomic_load_n(&agent->dying, __ATOMIC_SEQ_CST); }

static void say_bye(struct laglens_agent *agent, laglens_jni jni) {
  if (!is_dying(agent) && agent->capture.connected) laglens_looper_restore(agent, jni);
  laglens_capture_say_bye(&agent->capture, is_dying(agent) ? "the app ends" : "detached");
}

/* A virtual machine that ends is not to be called, and may end while threads are in flight. */
static void let_go(struct laglens_agent *agent, laglens_jni jni) {
  if (is_dying(agent)) return;
  bool all_left = laglens_wait_for_flights(agent);
  /* After that wait: a thread that began in the last moment has its slot now. */
  laglens_threads_end(agent, jni);
  if (all_left) laglens_give_memory_back(agent);
}

static void be_the_agent(struct laglens_agent *agent, laglens_jni jni) {
  agent->left_cpu = -1;
  laglens_owners_begin(jni);
  laglens_stops_begin(jni);
  laglens_java_heap_begin(jni);
  laglens_threads_begin(agent, jni);
  serve_hosts(agent, jni);
  watch(agent, jni, false);
  end_facts(agent, jni);
  laglens_app_watch_want(agent, jni, LAGLENS_WATCH_NOTHING);
  say_bye(agent, jni);
  if (!is_dying(agent)) laglens_looper_restore(agent, jni);
  laglens_threads_unwatch(agent);
  laglens_java_heap_end(jni);
  laglens_loaders_end(jni);
  laglens_stops_end(jni);
  laglens_owners_end(jni);
}

/* Long enough for a host to come and hear it. */
static void be_refusing(struct laglens_agent *agent, laglens_jni jni) {
  uint64_t until_us = laglens_now_us() + REFUSING_US;
  agent->capture.connection.refuse_text = "an older agent is at work in this app: restart the app";
  for (uint64_t now_us; (now_us = laglens_now_us()) < until_us && __atomic_load_n(&agent->phase, __ATOMIC_ACQUIRE) == LAGLENS_AT_WORK;) {
    struct laglens_host_message message;
    laglens_capture_serve(&agent->capture, (uint32_t)(until_us - now_us), &message);
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
  laglens_listener_close(agent);
  let_go(agent, jni);
  __atomic_store_n(&agent->phase, LAGLENS_ASLEEP, __ATOMIC_SEQ_CST);
}
