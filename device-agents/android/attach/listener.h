/* The socket that the host comes to, under the name that the options say. */
#ifndef LAGLENS_LISTENER_H
#define LAGLENS_LISTENER_H

#include "../agent.h"

/* False when the kernel refused (the reason goes to the log). A later call moves to another name, if need be. */
bool laglens_listener_open(struct laglens_agent *agent);
void laglens_listener_close(struct laglens_agent *agent);
/* Wakes the agent's thread from any other one. */
void laglens_wake_agent(const struct laglens_agent *agent);

#endif
