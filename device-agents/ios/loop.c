#include "loop.h"

#include "waits/blocking.h"
#include "system/counters.h"
#include "darwin/libc.h"
#include "app/display_link.h"
#include "app/events.h"
#include "system/identity.h"
#include "app/lifecycle.h"
#include "link/listener.h"
#include "waits/open_calls.h"
#include "sampling/sampler.h"
#include "app/screens.h"
#include "link/waker.h"

/* Without a host the app's threads go on noting facts, so that a host hears what is open; what they note is taken in often enough for the
 * ring to have room. */
enum { TAKE_IN_US = 1000000, AHEAD_US = 30000000 };

/* While an app is suspended the system may take its listening sockets away. One that is gone is found readable each time, and accepts nobody;
 * one that lacks only a free descriptor is kept, with whoever waits at it. */
static void listen_again(struct laglens_agent *agent) {
  struct laglens_connection *connection = &agent->capture.connection;
  bool is_gone = connection->accept_error != 0 && connection->accept_error != -LAGLENS_EMFILE && connection->accept_error != -LAGLENS_ENFILE;
  if (!connection->listener_is_dead && !is_gone) return;
  connection->accept_error = 0;
  connection->accept_from_us = 0;
  if (connection->listener >= 0) laglens_close(connection->listener);
  connection->listener = laglens_listen_loopback(&agent->options.port);
  connection->listener_is_dead = connection->listener < 0;
}

/* What the app's threads do for a host alone. */
static void switch_facts(struct laglens_agent *agent, bool on) {
  if (agent->options.frames) laglens_display_link_want(on);
  if (agent->options.blocking) laglens_blocking_watch(on);
}

static uint32_t interval_now(const struct laglens_agent *agent) {
  return laglens_thrift_interval(&agent->thrift, agent->asked_interval_us, laglens_main_busy_us(laglens_now_us()));
}

/* What was asked for, or less often. In long turns of main rounds come as asked: the host is not bothered with that. */
static void ask_interval(struct laglens_agent *agent, uint32_t asked_us) {
  agent->asked_interval_us = asked_us;
  agent->capture.interval_us = laglens_thrift_interval(&agent->thrift, asked_us, 0);
  agent->capture.asked_interval_us = agent->capture.interval_us == asked_us ? 0 : asked_us;
}

static void round(struct laglens_agent *agent) {
  struct laglens_capture *capture = &agent->capture;
  bool saved = agent->thrift.saves;
  laglens_round_begins(capture);
  laglens_round(agent);
  laglens_thrift_round(&agent->thrift, laglens_now_us());
  if (agent->thrift.saves != saved) {
    ask_interval(agent, agent->asked_interval_us);
    if (capture->connected) laglens_report_settings(capture);
  }
  capture->interval_us = interval_now(agent);
  laglens_round_ends(capture);
}

static void start_streaming(struct laglens_agent *agent) {
  laglens_events_forget_reported(agent);
  laglens_capture_begin(&agent->capture, &agent->options.common);
  ask_interval(agent, agent->capture.interval_us);
  laglens_threads_forget_reported(agent);
  laglens_images_forget_reported(agent);
  laglens_open_calls_forget_reported();
  laglens_sampler_forget();
  agent->seen_us = 0;
  laglens_introduce(agent);
  laglens_report_settings(&agent->capture);
  laglens_lifecycle_report_past(agent);
  laglens_screens_report_past(agent);
  switch_facts(agent, true);
}

static void obey(struct laglens_agent *agent, const struct laglens_host_message *message) {
  switch (message->kind) {
    case LAGLENS_HOST_CONFIGURE:
      laglens_capture_configure(&agent->capture, message);
      ask_interval(agent, agent->capture.interval_us);
      laglens_report_settings(&agent->capture);
      /* While rounds were paused nobody checked whether the process stood still. */
      agent->seen_us = 0;
      break;
    case LAGLENS_HOST_FLUSH: laglens_report_clock(&agent->capture); break;
    /* The agent cannot be loaded again, so it stays for the next host. */
    case LAGLENS_HOST_DETACH: laglens_capture_say_bye(&agent->capture, "detached"); break;
    case LAGLENS_HOST_HELLO:
      if (!agent->capture.connected) start_streaming(agent);
      break;
    case LAGLENS_HOST_PROOF:
    case LAGLENS_HOST_NOTHING:
    case LAGLENS_HOST_BAD:
    case LAGLENS_HOST_UNKNOWN: break;
  }
}

static uint32_t until_due(const struct laglens_agent *agent) {
  uint32_t until_us = laglens_until_round(&agent->capture);
  return until_us < TAKE_IN_US ? until_us : TAKE_IN_US;
}

static void work(struct laglens_agent *agent, uint64_t alone_until_us) {
  struct laglens_host_message message = {.kind = LAGLENS_HOST_NOTHING};
  bool was_connected = agent->capture.connected;
  bool may_be_woken = agent->capture.connected && laglens_sleeps_long(&agent->capture);
  if (may_be_woken) laglens_waker_sleeps();
  message.kind = laglens_capture_serve(&agent->capture, until_due(agent), &message);
  if (may_be_woken && laglens_waker_woke()) laglens_is_woken(&agent->capture);
  listen_again(agent);
  obey(agent, &message);
  if (laglens_until_round(&agent->capture) == 0) {
    round(agent);
  } else if (laglens_until_round(&agent->capture) == LAGLENS_IDLE_US) {
    laglens_events_report(agent);
  }
  laglens_capture_flush(&agent->capture);
  bool is_alone = agent->capture.connected && !laglens_connection_has_host(&agent->capture.connection);
  if (is_alone && laglens_now_us() > alone_until_us) laglens_capture_end(&agent->capture);
  if (was_connected && !agent->capture.connected) {
    switch_facts(agent, false);
    laglens_blocking_report(agent);
  }
}

void *laglens_loop(void *argument) {
  struct laglens_agent *agent = &laglens_agent;
  uint64_t alone_until_us = laglens_now_us() + AHEAD_US;
  (void)argument;
  laglens_sys_pthread_setname_np("laglens");
  laglens_sys_pthread_set_qos_class_self_np(LAGLENS_QOS_CLASS_USER_INTERACTIVE, 0);
  agent->own_port = laglens_sys_pthread_mach_thread_np(laglens_sys_pthread_self());
  /* Whoever starts an app with the agent in it wants to see the start, and comes when much of it is over: it waits in the ring. */
  if (agent->options.common.ahead) start_streaming(agent);
  for (;;) work(agent, alone_until_us);
}
