/* What the app shows, in the order in which it began, for hosts that come later. */
#ifndef LAGLENS_SHOWN_SCREENS_H
#define LAGLENS_SHOWN_SCREENS_H

#include "capture.h"

/* `what` of LAGLENS_EVENT_SCREEN: the kind of the message `screen`, and whether it begins. */
enum { LAGLENS_SCREEN_KIND = 0xff, LAGLENS_SCREEN_BEGINS = 0x100 };

/* String of a name as the app's threads number them, 0 unknown. */
typedef uint32_t laglens_screen_name(uint32_t number);

/* Reports one screen's begin or end. */
void laglens_screen_report(struct laglens_capture *capture, const struct laglens_event *event, laglens_screen_name *string_of);
/* Reports what is shown to a new host. */
void laglens_screens_report_shown(struct laglens_capture *capture, laglens_screen_name *string_of);
/* What is shown is not known any more. */
void laglens_screens_forget(void);

#endif
