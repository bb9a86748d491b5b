/* CADisplayLink, and as much of NSRunLoop as it takes. */
#ifndef DARWIN_DISPLAY_LINK_H
#define DARWIN_DISPLAY_LINK_H

/* Makes the classes known. */
void display_link_begin(void);

#endif
