/* The agent's thread. */
#ifndef LAGLENS_LOOP_H
#define LAGLENS_LOOP_H

/* Body of the thread; never ends. The argument is not used. */
void *laglens_loop(void *argument);

#endif
