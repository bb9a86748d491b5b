/* Waits for locks that have lasted long are reported before they end: a deadlock has none. On the agent's thread. */
#ifndef LAGLENS_OPEN_CALLS_H
#define LAGLENS_OPEN_CALLS_H

struct laglens_agent;

/* In each round, after the calls that ended. */
void laglens_open_calls_report(struct laglens_agent *agent);
/* A new host knows nothing. */
void laglens_open_calls_forget_reported(void);

#endif
