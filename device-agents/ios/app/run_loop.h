/* The run loop of main: busy from when it wakes up until it goes to sleep. Noted on main, reported by the agent's thread. */
#ifndef LAGLENS_RUN_LOOP_H
#define LAGLENS_RUN_LOOP_H

#include <stdbool.h>
#include <stdint.h>

/* Adds the observers; from any thread, once. False when CoreFoundation has no main run loop. */
bool laglens_run_loop_begin(void);
/* The name of a mode by its number in events, "" unknown. */
const char *laglens_run_loop_mode(uint32_t number);

#endif
