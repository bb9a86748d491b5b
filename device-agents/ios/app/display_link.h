/* The display link of main: how late it is called. Says nothing of what the render server showed. */
#ifndef LAGLENS_DISPLAY_LINK_H
#define LAGLENS_DISPLAY_LINK_H

#include <stdbool.h>
#include <stdint.h>

/* Looks up what is needed of the Objective-C runtime; false, with a reason for people, when there is no display link here. */
bool laglens_display_link_begin(const char **why);
/* From the agent's thread: wanted while a host is there. Main is not woken for it. */
void laglens_display_link_want(bool on);
/* On main, when its run loop changes its mode or goes to sleep: makes, stops or starts the link, as is wanted. It runs while main tracks a
 * finger, and while layers are animated, alone: a link that runs keeps the app awake and the display at a high rate. */
void laglens_display_link_on_main(bool tracks);
/* On main: the system stops links or lets them go on, so nobody knows when the next call is due. */
void laglens_display_link_expect_nothing(void);
/* Calls in time since the last question, and the time of one frame. */
uint32_t laglens_display_link_in_time(uint32_t *period_us);

#endif
