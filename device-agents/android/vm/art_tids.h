/* Kernel ids of threads as ART itself notes them. */
#ifndef LAGLENS_ART_TIDS_H
#define LAGLENS_ART_TIDS_H

#include "../agent.h"

/* Fills in the ids of threads that have none yet. Changes nothing where ART's own notes cannot be read for certain. */
void laglens_read_art_tids(struct laglens_agent *agent, laglens_jni jni);

#endif
