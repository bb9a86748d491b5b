/* Native libraries that say which framework the app is made with: their frames are not the virtual machine's. */
#ifndef LAGLENS_IMAGES_H
#define LAGLENS_IMAGES_H

#include "../agent.h"

/* Reads the process's memory map, ever more rarely and when more or less of it is code, and reports what is new. */
void laglens_images_check(struct laglens_agent *agent, uint64_t now_us);
/* A new host knows none, and there is reason to read at once. */
void laglens_images_forget(void);

#endif
