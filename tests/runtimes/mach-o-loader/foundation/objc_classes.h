/* The classes that the system gives. */
#ifndef DARWIN_OBJC_CLASSES_H
#define DARWIN_OBJC_CLASSES_H

#include <stdbool.h>

/* Before any image's classes are read. */
void objc_classes_begin(void);
/* What NSProcessInfo says: 0 nominal to 3 critical. */
void objc_set_thermal_state(long state);
void objc_set_low_power(bool is_on);

#endif
