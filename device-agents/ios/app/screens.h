/* View controllers of the app in front, from viewDidAppear: to viewDidDisappear:. Left out are containers, what lies within another controller
 * than those, and the system's own classes. */
#ifndef LAGLENS_SCREENS_H
#define LAGLENS_SCREENS_H

#include "../agent.h"

/* On main, once UIKit is there: hears of view controllers from now on. */
void laglens_screens_begin(void);
/* On the agent's thread: reports one that begins or ends, and to a new host what is shown. */
void laglens_screens_report(struct laglens_agent *agent, const struct laglens_event *event);
void laglens_screens_report_past(struct laglens_agent *agent);

#endif
