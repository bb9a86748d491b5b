/* Whether layers are animated: transitions between screens and UIView's animations end up as animations of layers. Says nothing of what an app
 * draws by itself, frame by frame. */
#ifndef LAGLENS_ANIMATIONS_H
#define LAGLENS_ANIMATIONS_H

#include <stdbool.h>

/* On main, once a host wants to know: hears of animations from now on. */
void laglens_animations_begin(void);
/* On main: true while an animation goes on, for two seconds of each at most, and half a minute without a pause. */
bool laglens_animations_run(void);

#endif
