/* The agent's long sleep while nothing runs, and how main ends it. */
#ifndef LAGLENS_WAKER_H
#define LAGLENS_WAKER_H

#include <stdbool.h>

/* Makes the pipe; the end to be waited at, negative when there is none. */
int laglens_waker_begin(void);
/* On the agent's thread, around a sleep that main may end. The second gives whether it did. */
void laglens_waker_sleeps(void);
bool laglens_waker_woke(void);
/* On main, when it begins something: nothing but a check, unless the agent sleeps long. */
void laglens_waker_ends_sleep(void);

#endif
