/* What UIKit and the system around an app do for its life. */
#ifndef DARWIN_UIKIT_H
#define DARWIN_UIKIT_H

/* Listens for what a person and the system do. */
void uikit_begin(void);

#endif
