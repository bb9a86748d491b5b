/* Native libraries that say which framework the app is made with: their frames are not the virtual machine's. */
#ifndef LAGLENS_IMAGES_H
#define LAGLENS_IMAGES_H

#include "agent.h"

/* Looks into the process's memory map, ever more rarely and when more or less of it is code, and tells what is new. */
void laglens_images_look(struct laglens_agent *agent, uint64_t now_us);
/* A new host knows none, and there is reason to look at once. */
void laglens_images_forget(void);

#endif
