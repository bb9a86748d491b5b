/* Times in which the app stood still: nobody waited for it then. Also who is known to hold it: a debugger. */
#ifndef LAGLENS_STOPS_H
#define LAGLENS_STOPS_H

#include "../agent.h"

/* `phase` of `lifecycle`, as far as this agent knows them by itself. */
enum { LAGLENS_AGENT_LOADED = 2, LAGLENS_STOPPED = 9, LAGLENS_GOES_ON = 10, LAGLENS_DEBUGGER = 11, LAGLENS_ATTACHED = 14 };

void laglens_stops_begin(laglens_jni jni);
void laglens_stops_end(laglens_jni jni);
/* From here on the agent comes back in time: each round, and after each call that may wait for the virtual machine. */
void laglens_stops_watch(struct laglens_agent *agent);
/* Reports a stop since the last call, at once where that is possible. True if there was one. */
bool laglens_stops_check(struct laglens_agent *agent);
/* CPU time of the process at a check of the last milliseconds. */
uint64_t laglens_stops_cpu_us(void);
/* The last stop and the attach may belong to a message that is open still. */
void laglens_stops_report_past(struct laglens_agent *agent, laglens_jni jni);
/* Once a second: reports when a debugger came, and that the attach has ended. `is_traced`: a native one. */
void laglens_stops_report_second(struct laglens_agent *agent, laglens_jni jni, bool is_traced);
/* The agent was attached on main, which did nothing else meanwhile. */
void laglens_stops_attached(uint64_t begin_us);

#endif
