#ifndef DARWIN_VIEW_CONTROLLERS_H
#define DARWIN_VIEW_CONTROLLERS_H

/* Makes UIViewController and UIKit's containers. */
void view_controllers_begin(void);
/* Shows a controller of a class, or ends that: `CLASS`, or `CLASS in CONTAINER`, which is shown before it. */
void view_controllers_appear(const char *written);
void view_controllers_disappear(const char *written);

#endif
