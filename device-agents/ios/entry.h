/* How the agent comes into being. */
#ifndef LAGLENS_ENTRY_H
#define LAGLENS_ENTRY_H

#include "agent.h"

/* Begins with these options, once in a process; false when it did already or could not. Sets the port when any free one was asked for. */
bool laglens_begin_agent(const struct laglens_start_options *options);

#endif
