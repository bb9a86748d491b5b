/* Whoever uses the shop: opens its screens, and so makes it lag. */
#pragma once
#import <UIKit/UIKit.h>

/* `all`: every kind of lag, one about every 1.5 s, again and again; `none`: the banner only. False for other names. */
bool visitor_follow(const char *schedule);
/* shop://lag/KIND or shop://schedule/NAME, in the main thread; NO when it is neither. */
BOOL visitor_open(const char *url);
