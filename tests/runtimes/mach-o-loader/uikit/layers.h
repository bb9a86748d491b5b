#ifndef DARWIN_LAYERS_H
#define DARWIN_LAYERS_H

/* Makes the classes CALayer and CABasicAnimation. */
void layers_begin(void);
/* Adds an animation of that many seconds to a layer, as UIKit does for each transition; what moves is drawn elsewhere. */
void layers_animate(double seconds);

#endif
