#include "entry.h"

#include "../core/log.h"
#include "../core/text.h"
#include "app/display_link.h"
#include "app/lifecycle.h"
#include "app/run_loop.h"
#include "darwin/libc.h"
#include "link/app_folder.h"
#include "link/listener.h"
#include "link/waker.h"
#include "loop.h"
#include "sampling/queues.h"
#include "system/identity.h"
#include "system/objc.h"
#include "waits/blocking.h"

struct laglens_agent laglens_agent;

static const char variable[] = "LAGLENS_OPTIONS", at_work[] = "LAGLENS_AT_WORK";

static bool listen_for_host(struct laglens_agent *agent) {
  int fd = laglens_listen_loopback(&agent->options.port);
  if (fd < 0) laglens_log_error("cannot listen for the host, error", fd);
  agent->capture.connection.listener = fd;
  agent->capture.connection.token = agent->options.common.token;
  agent->capture.connection.waker = laglens_waker_begin();
  agent->capture.long_interval_us = agent->capture.connection.waker >= 0 ? LAGLENS_INTERVAL_MOST_US : 0;
  return fd >= 0;
}

static bool take_memory(struct laglens_agent *agent) {
  agent->memory = laglens_map(sizeof *agent->memory);
  if (agent->memory == NULL) return false;
  agent->capture.stream = &agent->memory->stream;
  agent->capture.events = &agent->memory->events;
  laglens_events_init(agent->capture.events);
  return true;
}

/* Asks for each thing that may be missing, and says why it is. */
static void ask_abilities(struct laglens_agent *agent) {
  const char *no_frames = "";
  laglens_objc_begin();
  if (!agent->options.frames) no_frames = "switched off";
  else laglens_display_link_begin(&no_frames);
  agent->abilities[LAGLENS_CAN_MESSAGES] = (struct laglens_ability){"messages", laglens_run_loop_begin() ? "" : "this process has no main run loop"};
  agent->abilities[LAGLENS_CAN_FRAMES] = (struct laglens_ability){"frames", no_frames};
  agent->abilities[LAGLENS_CAN_BLOCKING] = (struct laglens_ability){"blockingCalls", agent->options.blocking ? "" : "switched off"};
  agent->abilities[LAGLENS_CAN_QUEUES] = (struct laglens_ability){"queueNames", laglens_queues_begin() ? "" : "this system does not say where they are"};
}

/* An app that carries the agent may have another copy of it inserted: the first one to begin says so to the others. */
static bool be_the_only_one(void) {
  char pid[16];
  const char *other = laglens_sys_getenv(at_work);
  laglens_append_number(pid, sizeof pid, 0, (uint32_t)laglens_getpid());
  if (other != NULL && laglens_equal(other, pid)) return false;
  laglens_sys_setenv(at_work, pid, 1);
  return true;
}

bool laglens_begin_agent(const struct laglens_start_options *options) {
  static uint32_t has_begun;
  struct laglens_agent *agent = &laglens_agent;
  laglens_pthread thread;
  if (__atomic_exchange_n(&has_begun, 1, __ATOMIC_ACQ_REL) != 0 || !be_the_only_one()) return false;
  laglens_prepare_clock();
  agent->loaded_us = laglens_now_us();
  agent->options = *options;
  agent->capture.usual_depth = LAGLENS_DEPTH_DEFAULT;
  laglens_connection_init(&agent->capture.connection);
  if (!listen_for_host(agent) || !take_memory(agent)) return false;
  if (laglens_sys_pthread_main_np() != 0) agent->main_port = laglens_sys_pthread_mach_thread_np(laglens_sys_pthread_self());
  laglens_identity_begin();
  laglens_lifecycle_begin(agent);
  laglens_app_folder_find();
  if (options->blocking) laglens_blocking_begin();
  laglens_images_begin();
  ask_abilities(agent);
  if (laglens_sys_pthread_create(&thread, NULL, laglens_loop, NULL) != 0) return false;
  laglens_sys_pthread_detach(thread);
  return true;
}

/* Runs before main. Without the variable there is nothing to do; with it, the app's children need not see it. */
__attribute__((constructor)) static void laglens_loaded(void) {
  struct laglens_start_options options;
  const char *text = laglens_sys_getenv(variable);
  if (text == NULL) return;
  laglens_read_start_options(text, &options);
  laglens_sys_unsetenv(variable);
  if (options.common.token_given) laglens_begin_agent(&options);
  else laglens_log("the options hold no token: the agent does nothing");
}
