/* The socket: strangers are few and short, the one host is served. */
#ifndef LAGLENS_CONNECTION_H
#define LAGLENS_CONNECTION_H

#include "agent.h"

/* Listens under the name that the options say; false when the kernel refused (the reason goes to the log). */
bool laglens_connection_open(struct laglens_agent *agent);
void laglens_connection_close(void);
/* Wakes the agent's thread from any other one. */
void laglens_connection_wake(void);
/* Waits at most `timeout_us`, and serves who comes. Gives what the host asked for next; NOTHING when nobody did. */
enum laglens_host_kind laglens_connection_serve(struct laglens_agent *agent, uint32_t timeout_us, struct laglens_host_message *message);
bool laglens_connection_has_host(void);
/* Sends what can be sent now; false when the host is gone. Without one, nothing can. */
bool laglens_connection_flush(struct laglens_agent *agent);
void laglens_connection_drop_host(struct laglens_agent *agent);
/* From now on a right token is answered with `refused` and this text. */
void laglens_connection_refuse_all(const char *text);

#endif
