/* What the app shows: activities from their start to their stop, and the fragment in front. */
#ifndef LAGLENS_SCREENS_H
#define LAGLENS_SCREENS_H

#include "../agent.h"

/* static native void AppWatch.screen(int, int, int, boolean), on the main thread */
void laglens_on_screen(laglens_jni jni, jclass type, int32_t name, int32_t id, int32_t kind, uint8_t shown);
/* Reports one screen's begin or end. */
void laglens_screens_report(struct laglens_agent *agent, const struct laglens_event *event);
/* Reports what is shown to a new host. */
void laglens_screens_report_past(struct laglens_agent *agent);

#endif
