/* What the app shows: the phases of its life by its activities, and which frames of its windows came late. By the hook jar's AppWatch. */
#ifndef LAGLENS_APP_WATCH_H
#define LAGLENS_APP_WATCH_H

#include "../agent.h"

/* Name of the thread that hears of frames: the agent's own. */
#define LAGLENS_FRAMES_THREAD "laglens-frames"

/* Constants of laglens.AppWatch. */
enum laglens_app_watch { LAGLENS_WATCH_NOTHING, LAGLENS_WATCH_ACTIVITIES, LAGLENS_WATCH_FRAMES };

/* Finds the Java side, once the hook is loaded. Without it nothing is reported. */
void laglens_app_watch_load(laglens_jni jni);
/* What is to be watched from now on; main takes it up as soon as it can. */
void laglens_app_watch_want(struct laglens_agent *agent, laglens_jni jni, enum laglens_app_watch what);
/* Reports to a new host the phase that the app is in. */
void laglens_app_watch_report_past(struct laglens_agent *agent);
/* Reports a phase, or a late frame. */
void laglens_app_watch_report(struct laglens_agent *agent, const struct laglens_event *event);
/* Once a second: frames in time, and why a part is not watched. Takes up what was wanted before there was a main looper. */
void laglens_app_watch_report_second(struct laglens_agent *agent, laglens_jni jni, uint64_t now_us);

#endif
