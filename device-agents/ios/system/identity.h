/* Who the agent says it is. */
#ifndef LAGLENS_IDENTITY_H
#define LAGLENS_IDENTITY_H

#include "../agent.h"

/* Looks up the bundle id, once; on the thread that begins the agent. */
void laglens_identity_begin(void);
/* The app's bundle id, or the program's name when it has none. */
const char *laglens_bundle_id(void);
void laglens_introduce(struct laglens_agent *agent);

#endif
