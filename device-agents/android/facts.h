/* Messages about the agent and the process themselves. */
#ifndef LAGLENS_FACTS_H
#define LAGLENS_FACTS_H

#include "agent.h"

void laglens_tell_hello(struct laglens_agent *agent, laglens_jni jni);
void laglens_tell_settings(struct laglens_agent *agent);
void laglens_tell_clock(struct laglens_agent *agent);
void laglens_tell_tick(struct laglens_agent *agent, uint64_t now_us);
void laglens_tell_bye(struct laglens_agent *agent, const char *why);
/* Once a second: what was lost, and what the agent cost. */
void laglens_tell_losses(struct laglens_agent *agent, uint64_t now_us);
void laglens_tell_costs(struct laglens_agent *agent, uint64_t now_us);

#endif
