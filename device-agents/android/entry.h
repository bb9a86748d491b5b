/* How the agent is called into being. */
#ifndef LAGLENS_ENTRY_H
#define LAGLENS_ENTRY_H

#include "agent.h"

/* Attaches this copy of the library: starts the agent, or hands the options to the one that is at work. 0, or an error that makes
 * the virtual machine say that the attach failed. */
int32_t laglens_attach(laglens_vm vm, const char *options);

#endif
