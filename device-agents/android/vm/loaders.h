/* Class loaders that the app drops, with all their methods. */
#ifndef LAGLENS_LOADERS_H
#define LAGLENS_LOADERS_H

#include "../agent.h"

/* A method of this class is in the tables. */
void laglens_loaders_note(struct laglens_agent *agent, laglens_jni jni, jclass type);
/* After a collection: where a loader is gone, the tables begin again. */
void laglens_loaders_check(struct laglens_agent *agent, laglens_jni jni);
void laglens_loaders_end(laglens_jni jni);

#endif
