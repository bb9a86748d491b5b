/* Phases of the app's life: by notifications, by the kernel, and by clocks that stood still. */
#ifndef LAGLENS_LIFECYCLE_H
#define LAGLENS_LIFECYCLE_H

#include "../agent.h"

/* `phase` of `lifecycle`. */
enum laglens_phase {
  LAGLENS_PROCESS_STARTED = 1,
  LAGLENS_AGENT_LOADED = 2,
  LAGLENS_LAUNCHED = 3,
  LAGLENS_FIRST_SLEEP = 4,
  LAGLENS_ACTIVE = 5,
  LAGLENS_INACTIVE = 6,
  LAGLENS_IN_BACKGROUND = 7,
  LAGLENS_WILL_TERMINATE = 8,
  LAGLENS_STOPPED = 9,
  LAGLENS_GOES_ON = 10,
  LAGLENS_DEBUGGER = 11,
  LAGLENS_PREWARMED = 12,
  LAGLENS_MEMORY_WARNING = 13,
  LAGLENS_PHASES = 14, /* of those that are kept for a later host */
  LAGLENS_LOW_POWER = 16
};

/* Asks for the notifications, and looks up what happened before; on the thread that begins the agent. */
void laglens_lifecycle_begin(struct laglens_agent *agent);
/* On main, each time its run loop goes to sleep. */
void laglens_lifecycle_first_sleep(void);
/* From any thread: a phase begins now. */
void laglens_lifecycle_note(uint32_t phase);
/* On the agent's thread. */
void laglens_lifecycle_report(struct laglens_agent *agent, const struct laglens_event *event);
/* Reports to a new host what it missed: how the app started, and in what phase it is. */
void laglens_lifecycle_report_past(struct laglens_agent *agent);
/* Once a second: whether a debugger came, and whether the device saves its battery. */
void laglens_lifecycle_check(struct laglens_agent *agent);
/* True when the process or the device stood still since the last call; reported, too. */
bool laglens_lifecycle_stood_still(struct laglens_agent *agent);

#endif
