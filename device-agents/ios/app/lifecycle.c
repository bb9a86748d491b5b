#include "lifecycle.h"

#include "../../core/text.h"
#include "../../core/wire_schema.h"
#include "../darwin/core_foundation.h"
#include "../darwin/libc.h"
#include "../system/clock.h"
#include "../system/thermal.h"
#include "display_link.h"

/* The names are UIKit's constants by their values, which are the same: so UIKit need not be there. */
static const struct {
  laglens_cf_string name;
  uint32_t phase;
} notifications[] = {
    {LAGLENS_CFSTR("UIApplicationDidFinishLaunchingNotification"), LAGLENS_LAUNCHED},
    {LAGLENS_CFSTR("UIApplicationDidBecomeActiveNotification"), LAGLENS_ACTIVE},
    {LAGLENS_CFSTR("UIApplicationWillResignActiveNotification"), LAGLENS_INACTIVE},
    {LAGLENS_CFSTR("UIApplicationDidEnterBackgroundNotification"), LAGLENS_IN_BACKGROUND},
    {LAGLENS_CFSTR("UIApplicationWillEnterForegroundNotification"), LAGLENS_INACTIVE},
    {LAGLENS_CFSTR("UIApplicationWillTerminateNotification"), LAGLENS_WILL_TERMINATE},
    {LAGLENS_CFSTR("UIApplicationDidReceiveMemoryWarningNotification"), LAGLENS_MEMORY_WARNING},
};
enum { NOTIFICATIONS = sizeof notifications / sizeof notifications[0] };

/* A gap this long in which the process used hardly any CPU was no gap of ours alone. Its CPU time is asked for ten times a second, so some of
 * it may be from before the gap. */
enum { GAP_US = 1500000, CPU_SHARE = 20, CPU_CHECK_US = 100000, CPU_BEFORE_US = 2 * CPU_CHECK_US };

static uint64_t began_us[LAGLENS_PHASES]; /* when each phase began last, 0 never */
static uint32_t first_sleep_noted;        /* by main */
static bool is_debugged, is_low_power;

void laglens_lifecycle_note(uint32_t phase) {
  struct laglens_event event = {.at_us = laglens_now_us(), .kind = LAGLENS_EVENT_LIFECYCLE, .what = (int32_t)phase};
  laglens_events_put(&laglens_agent.memory->events, &event);
}

void laglens_lifecycle_first_sleep(void) {
  if (first_sleep_noted == 0) laglens_lifecycle_note(LAGLENS_FIRST_SLEEP);
  first_sleep_noted = 1;
}

static bool is_state(uint32_t phase) { return phase == LAGLENS_ACTIVE || phase == LAGLENS_INACTIVE || phase == LAGLENS_IN_BACKGROUND; }

/* On main, as UIKit posts these there. */
static void on_notification(laglens_cf_center center, void *observer, laglens_cf_string name, const void *object, laglens_cf_object info) {
  (void)center, (void)name, (void)object, (void)info;
  uint32_t phase = (uint32_t)(uintptr_t)observer;
  if (is_state(phase)) laglens_display_link_expect_nothing();
  laglens_lifecycle_note(phase);
}

/* When the process began, by the wall clock, and whether a debugger holds it. */
static bool ask_kernel(struct laglens_sys_kinfo_proc *process) {
  int name[4] = {LAGLENS_CTL_KERN, LAGLENS_KERN_PROC, LAGLENS_KERN_PROC_PID, laglens_sys_getpid()};
  size_t bytes = sizeof *process;
  return laglens_sys_sysctl(name, 4, process, &bytes, NULL, 0) == 0 && bytes == sizeof *process;
}

static void read_past(struct laglens_agent *agent) {
  struct laglens_sys_kinfo_proc process;
  const char *prewarm = laglens_sys_getenv("ActivePrewarm");
  began_us[LAGLENS_AGENT_LOADED] = agent->loaded_us;
  if (prewarm != NULL && laglens_equal(prewarm, "1")) began_us[LAGLENS_PREWARMED] = agent->loaded_us;
  if (!ask_kernel(&process)) return;
  uint64_t start_us = (uint64_t)process.start.seconds * 1000000u + (uint32_t)process.start.microseconds;
  uint64_t ago_us = laglens_wall_us() - start_us, now_us = laglens_now_us();
  /* A wall clock that was set since then says nothing. */
  if (ago_us < now_us) began_us[LAGLENS_PROCESS_STARTED] = now_us - ago_us;
}

void laglens_lifecycle_begin(struct laglens_agent *agent) {
  laglens_cf_center center = laglens_sys_CFNotificationCenterGetLocalCenter();
  read_past(agent);
  for (uint32_t i = 0; i < NOTIFICATIONS && center != NULL; i++) {
    const void *phase = (const void *)(uintptr_t)notifications[i].phase;
    laglens_sys_CFNotificationCenterAddObserver(center, phase, on_notification, notifications[i].name, NULL, LAGLENS_CF_DELIVER_IMMEDIATELY);
  }
}

static void report(struct laglens_agent *agent, uint64_t at_us, uint32_t phase) {
  struct laglens_writer *writer = &agent->memory->stream.writer;
  if (!agent->capture.connected) return;
  laglens_begin(writer, LAGLENS_MSG_LIFECYCLE);
  laglens_put_time(writer, at_us);
  laglens_put(writer, phase);
  laglens_stream_send(&agent->memory->stream, true);
}

void laglens_lifecycle_report(struct laglens_agent *agent, const struct laglens_event *event) {
  uint32_t phase = (uint32_t)event->what;
  if (phase < LAGLENS_PHASES) began_us[phase] = event->at_us;
  report(agent, event->at_us, phase);
}

/* Active, inactive, or in the background: what began last; 0 unknown. */
static uint32_t state(void) {
  uint32_t latest = 0;
  for (uint32_t phase = LAGLENS_ACTIVE; phase <= LAGLENS_IN_BACKGROUND; phase++) {
    if (began_us[phase] != 0 && began_us[phase] >= began_us[latest]) latest = phase;
  }
  return latest;
}

void laglens_lifecycle_report_past(struct laglens_agent *agent) {
  uint32_t now = state();
  uint64_t reported_us = 0;
  is_debugged = is_low_power = false;
  /* In order of time, ties in order of numbers. Warnings and pauses of the past are no longer of interest. */
  for (uint64_t next_us; reported_us != UINT64_MAX; reported_us = next_us) {
    next_us = UINT64_MAX;
    for (uint32_t phase = 1; phase < LAGLENS_PHASES; phase++) {
      bool counts = phase <= LAGLENS_FIRST_SLEEP || phase == LAGLENS_PREWARMED || (is_state(phase) && phase == now);
      if (!counts || began_us[phase] == 0) continue;
      if (began_us[phase] == reported_us) report(agent, reported_us, phase);
      else if (began_us[phase] > reported_us && began_us[phase] < next_us) next_us = began_us[phase];
    }
  }
  laglens_lifecycle_check(agent);
}

void laglens_lifecycle_check(struct laglens_agent *agent) {
  struct laglens_sys_kinfo_proc process;
  bool was_debugged = is_debugged, was_low_power = is_low_power;
  is_debugged = ask_kernel(&process) && (process.flag & LAGLENS_P_TRACED) != 0;
  if (is_debugged && !was_debugged) report(agent, laglens_now_us(), LAGLENS_DEBUGGER);
  is_low_power = laglens_is_low_power();
  if (is_low_power && !was_low_power) report(agent, laglens_now_us(), LAGLENS_LOW_POWER);
}

/* The process: the agent's thread did not come to a round for long, and nobody else used the CPU meanwhile. The device: by its clocks. */
bool laglens_lifecycle_stood_still(struct laglens_agent *agent) {
  uint64_t now_us = laglens_now_us(), before_us = agent->seen_us, gap_us = now_us - before_us;
  uint64_t asleep_us = laglens_asleep_us();
  bool slept = before_us != 0 && asleep_us > agent->asleep_us + GAP_US / 4, stopped = false;
  agent->asleep_us = asleep_us;
  agent->seen_us = now_us;
  if (now_us - agent->cpu_seen_us >= CPU_CHECK_US) {
    uint64_t cpu_us = laglens_process_cpu_us();
    stopped = before_us != 0 && gap_us > GAP_US && cpu_us - agent->cpu_us < gap_us / CPU_SHARE + CPU_BEFORE_US;
    agent->cpu_us = cpu_us;
    agent->cpu_seen_us = now_us;
  }
  if (!slept && !stopped) return false;
  report(agent, before_us, LAGLENS_STOPPED);
  report(agent, now_us, LAGLENS_GOES_ON);
  return true;
}
